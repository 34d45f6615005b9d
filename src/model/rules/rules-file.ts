/** Rules as a file: JSON of the version, the time and the rules (wire-contract 12). */
import { rule as ruleSchema, type Rule } from '../../contract/actions.ts'

/** @param now ms since 1970 */
export const rulesFileName = (now: number): string =>
  `lectern-rules-${new Date(now).toISOString().slice(0, 10)}.json`

export const formatRulesFile = (rules: readonly Rule[], now: number): string =>
  `${JSON.stringify({ version: '1.0', exportDate: new Date(now).toISOString(), rules }, null, 2)}\n`

/**
 * - json: the text is no JSON
 * - rules: it has no list of rules
 * - rule: the rule at `position` lacks its name, conditions or result
 */
export type RulesFileProblem =
  | { readonly code: 'json' | 'rules' }
  | { readonly code: 'rule'; readonly position: number }
export type ReadRulesFile =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly problem: RulesFileProblem }

/** Reads a file of this reader or of another client. Unknown fields are left out. */
export function readRulesFile(text: string): ReadRulesFile {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return { ok: false, problem: { code: 'json' } }
  }
  const list = Array.isArray(content) ? content : (content as { rules?: unknown } | null)?.rules
  if (!Array.isArray(list)) return { ok: false, problem: { code: 'rules' } }
  const rules: Rule[] = []
  for (const [position, one] of list.entries()) {
    const parsed = ruleSchema.safeParse(one)
    const isNamed = typeof (one as { name?: unknown } | null)?.name === 'string'
    if (!parsed.success || !isNamed) return { ok: false, problem: { code: 'rule', position } }
    rules.push(parsed.data)
  }
  return { ok: true, rules }
}
