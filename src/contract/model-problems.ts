/** Why the language model did not answer, which the server describes in English and the reader translates. */
import { createMessages } from './message-templates.ts'

const { read, write } = createMessages({
  // Translations: locales errors.json, `model`.
  notSetUp: 'Set AI_BASE_URL and AI_MODEL.',
  usedUp: '{{limit}} requests a day. The next day begins at midnight UTC.',
  badKey: 'The model did not accept the key of this server (AI_API_KEY).',
  noCredit: 'The model account of this server has no credit left.',
  notFound: 'The address or the name of the model is wrong (AI_BASE_URL, AI_MODEL).',
  tooLong: 'This is too long for the model.',
  tooMany: 'The model receives too many requests. Try again later.',
  flawed: 'The response of the model could not be read.',
  cancelled: 'The request was cancelled.',
  silent: 'The model did not answer within {{seconds}} seconds.',
  fault: 'The model has a fault of its own at the moment. Try again in a while.',
  refused: 'The model refused the request ({{status}}).',
  unreachable: 'The model cannot be reached (AI_BASE_URL).',
  refusedAnswer: 'The model refused to answer.',
  empty: 'The model returned no text.',
})

export const modelProblem = (
  key: Parameters<typeof write>[0],
  values: Parameters<typeof write>[1] = {},
): string => write(key, values)
/** The problem in a message of the server; null for any other message. */
export const readModelProblem = read
