import type { Rule } from '../../contract/actions.ts'
import { pluginActionOf, pluginActionText } from '../../contract/rule-conditions.ts'
import { useTranslation, type MenuItem } from '../../ui/index.ts'
import { operandOfAction } from './check-rule.ts'
import { switchResults } from './describe-result.ts'
import { withItem, withoutValue, type ResultList } from './result-parts.ts'
import { actionTitle } from './use-action-title.ts'
import { usePluginName, type RuleProviders } from './use-rule-providers.ts'

type Result = Rule['result']
type Addable = {
  readonly result: Result
  /** null: not known yet. */
  readonly providers: RuleProviders | null
  /** The results that plugins provide. */
  readonly provided: readonly string[]
  /** The most webhooks of a rule. */
  readonly limit: number
}

/** As the contract bounds them. */
const MOST_LABELS = 20

/**
 * What can be added to what a rule does, as items of a menu: what it does already is left out.
 * @param onAdd `key`: of the part that is new
 */
export function useAddableResults(
  { result, providers, provided, limit }: Addable,
  onAdd: (result: Result, key: string) => void,
): () => readonly MenuItem[] {
  const { t } = useTranslation(['app'])
  const pluginName = usePluginName()
  const addItem = <List extends ResultList>(list: List, item: NonNullable<Result[List]>[number]) =>
    onAdd(withItem(result, list, item), `${list} ${result[list]?.length ?? 0}`)
  const all = [...(providers?.values() ?? [])].filter(({ isOn }) => isOn)
  const saves = all.flatMap(({ plugin, saves: canSave }) =>
    canSave && result.saves?.includes(plugin) !== true ? plugin : [],
  )
  const acts = all
    .flatMap(({ plugin, actions }) => Object.keys(actions).map((name) => `${plugin}:${name}`))
    .filter((one) => !(result.pluginActions ?? []).some((action) => withoutValue(action) === one))
  const sorted = (items: readonly (MenuItem & { readonly label: string })[]): readonly MenuItem[] =>
    items.toSorted((one, other) => one.label.localeCompare(other.label))
  const headed = (id: string, label: string, items: readonly MenuItem[]): readonly MenuItem[] =>
    items.length === 0 ? [] : [{ kind: 'heading', id, label }, ...items]
  return () => [
    ...switchResults
      .filter((name) => result[name] !== true && (name !== 'summary' || provided.includes(name)))
      .map((name) => ({
        id: name,
        label: t(`rules.results.${name}`),
        onSelect: () => onAdd({ ...result, [name]: true }, name),
      })),
    ...(provided.includes('translation') && (result.translation ?? false) === false
      ? [
          {
            id: 'translation',
            label: t('rules.results.translation'),
            onSelect: () => onAdd({ ...result, translation: true }, 'translation'),
          },
        ]
      : []),
    {
      id: 'label',
      label: t('rules.addLabel'),
      disabled: (result.labels?.length ?? 0) >= MOST_LABELS,
      onSelect: () => addItem('labels', ''),
    },
    {
      id: 'rewrite',
      label: t('rules.addRewrite'),
      onSelect: () => addItem('rewriteRules', { from: '', to: '' }),
    },
    {
      id: 'webhook',
      label: t('rules.addWebhook'),
      disabled: (result.webhooks?.length ?? 0) >= limit,
      onSelect: () => addItem('webhooks', ''),
    },
    ...headed(
      'saves',
      t('rules.saveTitle'),
      sorted(
        saves.map((plugin) => ({
          id: `save ${plugin}`,
          label: t(`${plugin}:save`, { defaultValue: t('rules.saveTo', { plugin: pluginName(plugin) }) }),
          onSelect: () => addItem('saves', plugin),
        })),
      ),
    ),
    ...headed(
      'acts',
      t('rules.actTitle'),
      sorted(
        acts.map((action) => ({
          id: `act ${action}`,
          label: actionTitle(action, t, pluginName),
          onSelect: () => addItem('pluginActions', withFirstValue(action, providers)),
        })),
      ),
    ),
  ]
}

/** An action that was just chosen: with its first choice, or an empty text. */
function withFirstValue(action: string, providers: RuleProviders | null): string {
  const part = pluginActionOf(action)
  const operand = operandOfAction(action, providers)
  if (!part || !operand) return action
  return pluginActionText({ ...part, value: operand.type === 'choice' ? (operand.choices[0] ?? '') : '' })
}
