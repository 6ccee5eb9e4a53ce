// Requests that change something: each has an id, so that it can be sent again without being done twice.
import { ApiError } from './api'

const TRIES = 3
const PAUSE = 1000

/** 128 random bits, written in 32 letters. */
export const newRequest = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const UNANSWERED = ['network', 'unavailable', 'unknown_outcome']

/** Whether the server has not answered, or cannot tell yet: the same request may be sent again. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && UNANSWERED.includes(error.body.error ?? '')

/** Sends a request again, with the same id, until it is answered; gives up after a few tries. */
export async function repeat<T>(send: (request: string) => Promise<T>, request = newRequest()): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await send(request)
    } catch (error) {
      if (tried === TRIES || !isUnanswered(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}
