/**
 * Addresses of webhooks are often secrets: stored rules and results have them sealed. Rules are evaluated
 * with open addresses, because these are part of a rule's id.
 */
import type { Rule } from '../../contract/actions.ts'
import type { ActionResult } from '../../contract/shapes.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'

type Close = Pick<StoredSecrets, 'close'>
type Open = Pick<StoredSecrets, 'open'>

/** @returns the rules as JSON for the database */
export const sealRules = (rules: readonly Rule[], secrets: Close): string =>
  JSON.stringify(rules.map((rule) => ({ ...rule, result: sealResult(rule.result, secrets) })))

/**
 * @param stored by {@link sealRules}, or by an older version in plain text
 * @returns the rules without the addresses that another server's secret has sealed
 */
export const openRules = (stored: string, secrets: Open): Rule[] =>
  (JSON.parse(stored) as Rule[]).map((rule) => ({ ...rule, result: openResult(rule.result, secrets) }))

/** {@link openRules} as JSON. Rules without webhooks are not read for it. */
export const openRulesText = (stored: string, secrets: Open): string =>
  stored.includes('"webhooks"') ? JSON.stringify(openRules(stored, secrets)) : stored

export const sealResult = <R extends ActionResult>(result: R, { close }: Close): R =>
  result.webhooks ? { ...result, webhooks: result.webhooks.map(close) } : result

export const openResult = <R extends ActionResult>(result: R, { open }: Open): R =>
  result.webhooks ? { ...result, webhooks: result.webhooks.flatMap((url) => open(url) ?? []) } : result
