/** The secrets that sign webhook requests of rules. */
import { randomBytes } from 'node:crypto'
import { SECRET_PREFIX } from '../../plugin-api/webhook-signature.ts'

export { signed } from '../../plugin-api/webhook-signature.ts'

export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`
