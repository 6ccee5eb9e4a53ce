// Why a call failed, for the player: the server's reason, or that there was no answer.
import { ApiError } from './api'
import { inWords } from '../words/in-words'
import { say, t } from '../words/catalogue.svelte'

export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.reason ? inWords(say(error.reason.text)) : t('network.failed')
