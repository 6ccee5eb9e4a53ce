import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, api } from '../../src/net/api'
import { getStudy, noteUnkept, putStudy, type DeviceStudy } from '../../src/studies/device'
import { fromServer, keepStudy, openStudy, recoverStudy, sendStudy } from '../../src/studies/sync'
import { newId } from '../../src/studies/tokens'
import type { StudyVersionView } from '../../src/generated/messages'

const memory = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => memory.get(name) ?? null,
  setItem: (name: string, text: string) => void memory.set(name, text),
  removeItem: (name: string) => void memory.delete(name),
})

const study = (id: string, more: Partial<DeviceStudy> = {}): DeviceStudy => ({
  id,
  title: 'mine',
  chapters: [{ id: 'a', title: 'a' } as DeviceStudy['chapters'][0]],
  bases: [1],
  unsent: null,
  changed: 100,
  tab: '',
  rights: 'maker',
  game: null,
  at: { chapter: 'a', trail: [] },
  versions: [],
  ...more,
})
const version = (number: number, title: string): StudyVersionView => ({
  number,
  at: number,
  study: { title, chapters: study('x').chapters },
})

describe('studies of this device', () => {
  beforeEach(() => {
    vi.restoreAllMocks()
    memory.clear()
  })

  it('are sent once, and follow what the server has made of them', async () => {
    const id = newId()
    const kept = await keepStudy(study(id, { title: 'new' }), 100)
    const save = vi.spyOn(api.studies, 'save').mockResolvedValue({ versions: [2] })
    const { how, study: sent } = await sendStudy(id)
    expect(how).toBe('sent')
    expect(save.mock.calls[0]![1]).toMatchObject({ request: kept.unsent, bases: [1], study: { title: 'new' } })
    expect(sent).toMatchObject({ bases: [2], unsent: null, versions: [] })
    await sendStudy(id)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('stay unsent while nobody can be reached, with the same request', async () => {
    const id = newId()
    const kept = await keepStudy(study(id), 100)
    vi.spyOn(api.studies, 'save').mockRejectedValue(new ApiError(0, {}))
    expect((await sendStudy(id)).how).toBe('away')
    expect((await getStudy(id))?.unsent).toBe(kept.unsent)
    expect((await openStudy(id)).title).toBe('mine')
  })

  it('stand beside what others have written at the same time', async () => {
    const id = newId()
    await keepStudy(study(id), 100)
    vi.spyOn(api.studies, 'save').mockResolvedValue({ versions: [2, 3] })
    const versions = [version(2, 'theirs'), version(3, 'mine')]
    vi.spyOn(api.studies, 'look').mockResolvedValue({ id, rights: 'maker', versions })
    const { study: sent } = await sendStudy(id)
    expect(sent?.bases).toEqual([3])
    expect(sent?.versions).toEqual([version(2, 'theirs')])
  })

  it('keep what another tab has changed and not sent yet', async () => {
    const id = newId()
    await putStudy(study(id, { title: 'of the other tab', changed: 200, tab: 'other', unsent: 'request' }))
    const kept = await keepStudy(study(id, { title: 'of this tab', changed: 201 }), 100)
    expect(kept.title).toBe('of this tab')
    expect(kept.versions.map((one) => one.study.title)).toEqual(['of the other tab'])
    const again = await keepStudy({ ...kept, title: 'once more', changed: 202 }, 201)
    expect(again.versions).toHaveLength(1)
  })

  it('take up a change with which the page was left', async () => {
    const id = newId()
    await putStudy(study(id))
    noteUnkept({ study: study(id, { title: 'left', changed: 150 }), seen: 100, chosen: false })
    await recoverStudy(id)
    expect(await getStudy(id)).toMatchObject({ title: 'left', versions: [] })
    expect(memory.size).toBe(0)
    noteUnkept({ study: study(id, { title: 'older', changed: 120 }), seen: 100, chosen: false })
    await recoverStudy(id)
    expect((await getStudy(id))?.title).toBe('left')
  })

  it('are shown as the server has them, the newest version in front', () => {
    const known = study('x', { at: { chapter: 'b', trail: [0, 1] }, game: 'g' })
    const found = fromServer({ id: 'x', rights: 'editor', versions: [version(4, 'old'), version(5, 'new')] }, known)
    expect(found).toMatchObject({ title: 'new', bases: [5], rights: 'editor', game: 'g', at: known.at, unsent: null })
    expect(found.versions.map(({ number }) => number)).toEqual([4])
  })

  it('have ids that the server takes', () => {
    const ids = Array.from({ length: 200 }, () => newId())
    expect(new Set(ids).size).toBe(200)
    for (const id of ids) expect(id).toMatch(/^[2-9a-hjkmnp-tv-z]{12}$/)
  })
})
