/** Muted authors and words: rules that hide entries by one such condition each. */
import type { Condition, Rule } from '../../contract/actions.ts'
import { deepEqual } from '../../core/index.ts'
import { groupsOfRule } from './edit-rules.ts'

/** An author by the whole name, or a word that the title contains. */
export type Mute = { readonly kind: 'author' | 'word'; readonly value: string }

/** Groups of conditions of one rule, as the contract bounds them. */
const MOST_GROUPS = 50

const conditionOf = ({ kind, value }: Mute): Condition =>
  kind === 'author'
    ? { field: 'entry_author', operator: 'eq', value }
    : { field: 'entry_title', operator: 'contains', value }

/** A rule that hides by one mute alone. */
export const ruleOfMute = (mute: Mute, name: string): Rule => ({
  name,
  condition: [[conditionOf(mute)]],
  result: { block: true },
})

/** What a rule mutes; empty for a rule that says something else. */
export function mutesOf(rule: Rule): readonly Mute[] {
  if (!deepEqual(rule.result, { block: true })) return []
  const groups = groupsOfRule(rule)
  const mutes = groups.flatMap((group) => (group.length === 1 ? group.flatMap(readCondition) : []))
  return mutes.length === groups.length ? mutes : []
}

function readCondition({ field, operator, value = '' }: Condition): readonly Mute[] {
  if (field === 'entry_author' && operator === 'eq') return [{ kind: 'author', value }]
  if (field === 'entry_title' && operator === 'contains') return [{ kind: 'word', value }]
  return []
}

/**
 * The rules with one more mute: in the first rule that mutes and has room, else in a new one, the last.
 * @param name of a new rule
 * @returns the same list where it is muted already
 */
export function withMute(rules: readonly Rule[], mute: Mute, name: string): readonly Rule[] {
  if (rules.some((rule) => mutesOf(rule).some((one) => deepEqual(one, mute)))) return rules
  const at = rules.findIndex((rule) => {
    const { length } = mutesOf(rule)
    return length > 0 && length < MOST_GROUPS
  })
  const rule = rules[at]
  if (!rule) return [...rules, ruleOfMute(mute, name)]
  const condition = [...groupsOfRule(rule).map((group) => [...group]), [conditionOf(mute)]]
  return rules.with(at, { ...rule, condition })
}

/** The rules without a mute; a rule that says nothing else any more is left out. */
export const withoutMute = (rules: readonly Rule[], mute: Mute): readonly Rule[] =>
  rules.flatMap((rule) => {
    const mutes = mutesOf(rule)
    const left = groupsOfRule(rule).filter((_, at) => !deepEqual(mutes[at], mute))
    if (mutes.length === 0 || left.length === mutes.length) return [rule]
    return left.length === 0 ? [] : [{ ...rule, condition: left.map((group) => [...group]) }]
  })

/** Whether an entry is muted, as the server tells. */
export const isMuted = (
  { kind, value }: Mute,
  { author, title }: { readonly author: string | null; readonly title: string | null },
): boolean =>
  kind === 'author'
    ? author?.trim() === value.trim()
    : (title?.toLowerCase().includes(value.toLowerCase()) ?? false)
