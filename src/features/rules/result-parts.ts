/** What a rule does, as the parts of a sentence. */
import type { Rule } from '../../contract/actions.ts'
import { pluginActionOf, pluginActionText } from '../../contract/rule-conditions.ts'
import { switchResults } from './describe-result.ts'

type Result = Rule['result']
type SwitchResult = (typeof switchResults)[number]

/** The lists of a result, each item of which is a part. */
const lists = ['labels', 'rewriteRules', 'saves', 'pluginActions', 'webhooks'] as const
export type ResultList = (typeof lists)[number]

/** `at`: position in its list. */
export type ResultPart =
  | { readonly kind: 'switch'; readonly name: SwitchResult }
  | { readonly kind: 'translation' }
  | { readonly kind: ResultList; readonly at: number }

/** Names a part among those of one result. */
export const partKey = (part: ResultPart): string =>
  part.kind === 'switch' ? part.name : part.kind === 'translation' ? part.kind : `${part.kind} ${part.at}`

/**
 * In the order in which they are shown.
 * @param isShown whether a part that only a plugin provides is there to be changed; what is not shown stays in the rule
 */
export function partsOfResult(
  result: Result,
  isShown: (name: 'summary' | 'translation') => boolean,
): readonly ResultPart[] {
  return [
    ...switchResults
      .filter((name) => result[name] === true && (name !== 'summary' || isShown(name)))
      .map((name) => ({ kind: 'switch', name }) as const),
    ...((result.translation ?? false) !== false && isShown('translation')
      ? [{ kind: 'translation' } as const]
      : []),
    ...lists.flatMap((kind) => (result[kind] ?? []).map((_, at) => ({ kind, at }))),
  ]
}

export function withoutPart(result: Result, part: ResultPart): Result {
  const name = part.kind === 'switch' ? part.name : part.kind
  const { [name]: _, ...others } = result
  if (!('at' in part)) return others
  const left = (result[part.kind] ?? []).filter((_one, at) => at !== part.at)
  return left.length === 0 ? others : { ...others, [part.kind]: left }
}

/** With one more item of a list, which is the last one. */
export const withItem = <List extends ResultList>(
  result: Result,
  list: List,
  item: NonNullable<Result[List]>[number],
): Result => ({ ...result, [list]: [...(result[list] ?? []), item] })

/** With another item in the place of one. */
export const withItemAt = <List extends ResultList>(
  result: Result,
  list: List,
  at: number,
  item: NonNullable<Result[List]>[number],
): Result => ({ ...result, [list]: (result[list] ?? []).map((one, index) => (index === at ? item : one)) })

/** `PLUGIN:NAME` of an action. */
export function withoutValue(action: string): string {
  const part = pluginActionOf(action)
  return part ? pluginActionText({ ...part, value: null }) : action
}
