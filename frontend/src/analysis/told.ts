// Why a call failed, for the player: the server's reason, or that there was no answer.
import { ApiError } from '../lib/api'
import { say, t } from '../lib/words.svelte'

export const told = (error: unknown): string =>
  error instanceof ApiError && error.reason ? say(error.reason) : t('network.failed')
