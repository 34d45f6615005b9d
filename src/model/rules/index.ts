/** The user's rules: an optimistic table of one row, because the server stores them as a whole (wire-contract 12). */
import { attach, createEvent, createStore, sample } from 'effector'
import type { Rule } from '../../contract/actions.ts'
import { deepEqual } from '../../core/index.ts'
import type { ChangeTitle } from '../../local/calls.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import { $mutationVersion, freshResponses } from '../outbox/mutation-version.ts'
import { $services } from '../services.ts'
import { liveEventReceived } from '../live/stream.ts'
import { changedRules, isEnabled, repeatChange, withRule, type ListChange } from './edit-rules.ts'
import { withFilters, type FeedFilter, type FilterMode } from './feed-filters.ts'
import { ruleChangeRequested, ruleNamesReceived, rulesExportRequested, rulesNeeded } from './requests.ts'
import { formatRulesFile, rulesFileName } from './rules-file.ts'
import { $rules, ROW, rulesTable } from './table.ts'

export * from './edit-rules.ts'
export * from './feed-filters.ts'
export * from './requests.ts'
export * from './rules-file.ts'
export { muteRequested } from './muting.ts'
export { pastChanged } from './muting.ts'
export { $rules } from './table.ts'

const $list = $rules.map((list) => list ?? [])

export const rulesRequested = createEvent()
const loadFx = attach({
  source: { services: $services, version: $mutationVersion },
  effect: async ({ services, version }) => {
    const { data } = await services.api.actions.get({})
    return { rules: data?.rules ?? [], version }
  },
})
export const $rulesError = createStore<unknown>(null, { serialize: 'ignore' })
  .on(loadFx.failData, (_, error) => error)
  .reset(loadFx.done)
sample({ clock: rulesRequested, target: loadFx })
sample({ clock: rulesNeeded, source: $rules, filter: (list) => list === null, fn: () => {}, target: loadFx })
// The user saved rules on another device.
sample({
  clock: liveEventReceived.filter({
    fn: (event) =>
      event.type === 'changed' && (event.call === 'actions.put' || event.call === 'subscriptions.import'),
  }),
  source: $rules,
  filter: (list) => list !== null,
  fn: () => {},
  target: loadFx,
})
// A response from before a change would undo it on the screen.
sample({
  clock: freshResponses(loadFx.doneData, rulesRequested),
  fn: ({ rules }) => new Map([[ROW, rules]]),
  target: rulesTable.replaced,
})
sample({
  clock: $rules.updates.filter({ fn: (list) => list !== null }),
  fn: (list) => (list ?? []).map(({ name }) => name),
  target: ruleNamesReceived,
})

/** A rule as it was written in the editor. `position`: null for a new one. */
export type EditedRule = { readonly position: number | null; readonly rule: Rule }
type ReplaceArgs = ListChange & {
  readonly title: ChangeTitle
  /** The rule that was edited, so that a refusal does not lose it. */
  readonly edited?: EditedRule
}
const replaceRules = defineMutation<ReplaceArgs, readonly Rule[]>({
  name: 'rules.replace',
  resource: 'rules',
  updates: (args) => ({
    rules: (rows) => {
      const current = rows.get(ROW) ?? args.before
      const next = repeatChange(current, args)
      return deepEqual(current, next) ? null : { [ROW]: next }
    },
  }),
  // The server stores the list as a whole: changes of other devices are preserved.
  send: async (api, args, { id }) => {
    const { data } = await api.actions.get({})
    const rules = repeatChange(data?.rules ?? [], args)
    await api.actions.put({ rules: [...rules] }, { idempotencyKey: id })
    return rules
  },
  reconcile: (_, rules) => ({ rules: () => ({ [ROW]: rules }) }),
  merge: (earlier, later) =>
    deepEqual(earlier.rules, later.before) ? { ...later, before: earlier.before } : null,
  inverse: ({ before, rules, title }) => ({
    name: 'rules.replace',
    args: { before: rules, rules: before, title },
  }),
  describe: ({ title }) => title,
})

const titleOf = (key: string, { name }: Rule): ChangeTitle => ({ key, values: { name } })

export const ruleSaved = createEvent<EditedRule>()
sample({
  clock: ruleSaved,
  source: $list,
  fn: (list, edited) => {
    const { position, rule } = edited
    const title = titleOf(position === null ? 'app:undo.ruleAdded' : 'app:undo.ruleChanged', rule)
    return { args: { before: list, rules: withRule(list, position, rule), title, edited } }
  },
  target: replaceRules.requested,
})

/** The conditions of a feed's form (feed-filters.ts). `names`: of rules that are new. */
export const feedFiltersSaved = createEvent<{
  readonly feedUrl: string
  readonly filters: readonly FeedFilter[]
  readonly names: Readonly<Record<FilterMode, string>>
}>()
sample({
  clock: sample({
    clock: feedFiltersSaved,
    source: $list,
    fn: (list, { feedUrl, filters, names }) => ({
      before: list,
      rules: withFilters(list, feedUrl, filters, names),
      title: { key: 'app:undo.ruleChanged', values: { name: names.block } },
    }),
  }),
  filter: ({ before, rules }) => !deepEqual(before, rules),
  fn: (args) => ({ args }),
  target: replaceRules.requested,
})

/** All rules of a file, after the existing ones or replacing them. */
export const rulesImported = createEvent<{ readonly rules: readonly Rule[]; readonly replace: boolean }>()
sample({
  clock: rulesImported,
  source: $list,
  fn: (list, { rules: added, replace }) => ({
    args: {
      before: list,
      rules: replace ? added : [...list, ...added],
      title: { key: 'app:undo.rulesImported', values: { count: added.length } },
    },
  }),
  target: replaceRules.requested,
})

const titles = {
  'move-up': 'app:undo.ruleMoved',
  'move-down': 'app:undo.ruleMoved',
  delete: 'app:undo.ruleDeleted',
} as const
sample({
  clock: sample({
    clock: ruleChangeRequested,
    source: $list,
    fn: (list, request) => ({ list, request }),
  }).filterMap(({ list, request }) => {
    const rule = list[request.position]
    const next = changedRules(list, request)
    return rule && next !== list ? { rule, before: list, next, request } : undefined
  }),
  fn: ({ rule, before, next, request: { change } }) => {
    const key =
      change === 'toggle'
        ? isEnabled(rule)
          ? 'app:undo.ruleDisabled'
          : 'app:undo.ruleEnabled'
        : titles[change]
    return { args: { before, rules: next, title: titleOf(key, rule) } }
  },
  target: replaceRules.requested,
})

/** The last refused change: the edited rule, to be corrected, and the error. */
export const $refusedRule = createStore<{ readonly edited: EditedRule; readonly error: unknown } | null>(
  null,
  {
    serialize: 'ignore',
  },
)
  .on(replaceRules.refused, (_, { args: { edited }, error }) => (edited ? { edited, error } : null))
  .reset(replaceRules.accepted)

const exportFx = attach({
  source: { services: $services, rules: $rules },
  effect: async ({ services: { api, platform, clock }, rules }) => {
    const list = rules ?? (await api.actions.get({})).data?.rules ?? []
    const now = clock.now()
    platform.download(rulesFileName(now), formatRulesFile(list, now))
  },
})
sample({ clock: rulesExportRequested, target: exportFx })
notifyFailures(exportFx.failData)
