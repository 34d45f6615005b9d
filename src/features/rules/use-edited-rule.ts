import { useUnit } from 'effector-react'
import type { Condition, Rule } from '../../contract/actions.ts'
import { conditionsOfQuery } from '../../contract/rule-query.ts'
import { $refusedRule, $rules, type EditedRule } from '../../model/rules/index.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'

const newRule = (groups: readonly (readonly Condition[])[], name = ''): EditedRule => ({
  position: null,
  rule: { name, condition: groups.map((group) => [...group]), result: {} },
})

/**
 * The rule that the address names: by its position, `refused` (the one that the server did not take), or a new one, of a
 * subscription or a query. Null: there is no such rule.
 */
export function useEditedRule(params: URLSearchParams): EditedRule | null {
  const { rules, refused, subscriptions, feeds } = useUnit({
    rules: $rules,
    refused: $refusedRule,
    subscriptions: $subscriptions,
    feeds: $feeds,
  })
  const name = params.get('rule')
  if (name === null) return null
  if (name === 'refused') return refused?.edited ?? null
  if (name !== 'new') {
    const position = Number(name)
    const rule: Rule | undefined = rules?.[position]
    return rule ? { position, rule } : null
  }
  const query = params.get('query')
  if (query !== null) {
    const read = conditionsOfQuery(query)
    return newRule(
      read.ok ? read.groups : [[{ field: 'query', operator: 'eq', value: query }]],
      query.slice(0, 60),
    )
  }
  const subscription = subscriptions.get(params.get('subscription') ?? '')
  const feed = feeds.get(subscription?.feedId ?? '')
  if (!feed) return newRule([[{ field: 'entry_title', operator: 'contains', value: '' }]])
  return newRule(
    [[{ field: 'feed_url', operator: 'eq', value: feed.url }]],
    subscription?.title || feed.title || '',
  )
}
