// Clocks: the server's figures, carried on by this machine's time until the next view.
import type { ClockView, Side } from '../generated/messages'

/** Seconds left now; `offset` is this machine's time minus the server's. */
export function left(clock: ClockView, side: Side, sentAt: number, offset: number, now: number): number {
  const gone = clock.running === side ? now - offset - sentAt : 0
  return Math.max(0, clock[side] - Math.max(0, gone))
}

/** `1:05`, `1:02:03`, with tenths in the last ten seconds; days and hours for slow games. */
export function readable(seconds: number, days: string, hours: string): string {
  if (seconds >= 36 * 3600)
    return `${Math.floor(seconds / 86400)} ${days} ${Math.floor((seconds % 86400) / 3600)} ${hours}`
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`
  const whole = Math.floor(seconds)
  const two = (n: number): string => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
