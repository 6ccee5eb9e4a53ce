// Why a call failed, for the player: the server's reason, or that there was no answer.
import { ApiError } from './api'
import { say, t } from '../words/catalogue.svelte'

export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.reason ? say(error.reason.text) : t('network.failed')
