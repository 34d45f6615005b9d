/** Labels of entries: adding and removing them, and managing the labels themselves. */
import { attach, combine } from 'effector'
import { cleanLabelName, isWithinLabel, labelKey, type LabelColor } from '../src/contract/label-names.ts'
import { done, nothing, type Argument, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import { $statuses } from '../src/model/entries/index.ts'
import {
  $labels,
  labelCreated,
  labelDeleted,
  labelPut,
  labelQuery,
  labelRecolored,
  labelRenamed,
  labelsFoldToggled,
  type UserLabel,
} from '../src/model/labels/index.ts'
import { navigationRequested } from '../src/model/location/index.ts'
import { $labelColorChoices } from './choices.ts'
import { entryIdsOf, textOf } from './command-args.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const where = ['timeline', 'entry-render']
const $state = combine({ labels: $labels, statuses: $statuses })

const nameOf = (args: CommandArgs, argument = 'label'): string =>
  cleanLabelName(textOf(args, argument) ?? '') ?? ''
const find = (labels: readonly UserLabel[], name: string): UserLabel | undefined =>
  labels.find((one) => labelKey(one.name) === labelKey(name))
const colorOf = ({ color }: CommandArgs): LabelColor | null =>
  color === undefined || color === 'none' ? null : (color as LabelColor)

const $labelChoices = $labels.map((labels) => () => labels.map(({ name }) => ({ value: name, title: name })))
/** The labels of the entries; all if the entries are not known yet, as in a pipeline. */
const $labelsOnEntries = combine($state, ({ labels, statuses }) => (args: CommandArgs) => {
  const entryIds = entryIdsOf(args)
  if (entryIds.length === 0) return labels.map(({ name }) => ({ value: name, title: name }))
  const on = new Set(entryIds.flatMap((id) => statuses.get(id)?.labels ?? []))
  return labels.filter(({ name }) => on.has(name)).map(({ name }) => ({ value: name, title: name }))
})
const hasName = (value: unknown): string | null =>
  cleanLabelName(String(value)) === null ? 'app:labels.needsName' : null
const label: Argument = { name: 'label', title: 'ask.label', type: 'enum', choices: $labelChoices }
const newLabel: Argument = { ...label, open: true, validate: hasName }
const color: Argument = {
  name: 'color',
  title: 'ask.accent',
  type: 'enum',
  choices: $labelColorChoices,
}
const $labelName = $labels.map((labels) => (args: CommandArgs) => find(labels, nameOf(args))?.name)

/** @returns undefined where the name is taken, or within the label itself */
function renaming(labels: readonly UserLabel[], from: string, to: string) {
  const known = find(labels, from)
  const [key, target] = [labelKey(from), labelKey(to)]
  if (!known || to === '' || to === known.name) return undefined
  if (target !== key && (find(labels, to) || isWithinLabel(target, key))) return undefined
  return { name: known.name, to }
}

export const entryLabelCommands = commandGroup('entry', {
  /** Several entries get the label unless all of them have it. */
  label: {
    kind: 'change',
    target: 'entries',
    bindings: [{ keys: 'Shift+t', where }],
    targetNeeds: 'entry || selected > 0',
    icon: 'tag',
    args: [newLabel],
    run: attach({
      source: $state,
      effect: ({ labels, statuses }, { args }: CommandCall) => {
        const typed = nameOf(args)
        const entryIds = entryIdsOf(args)
        if (typed === '' || entryIds.length === 0) return nothing()
        const name = find(labels, typed)?.name ?? typed
        const has = (id: string) =>
          (statuses.get(id)?.labels ?? []).some((one) => labelKey(one) === labelKey(name))
        const without = entryIds.filter((id) => !has(id))
        labelPut({ name, entryIds: without.length > 0 ? without : entryIds, on: without.length > 0 })
        return done()
      },
    }),
  },
  unlabel: {
    kind: 'change',
    target: 'entries',
    targetNeeds: 'entry || selected > 0',
    icon: 'tag',
    args: [{ ...label, choices: $labelsOnEntries }],
    run: triggerFrom($labels, labelPut, (labels, { args }) => {
      const known = find(labels, nameOf(args))
      const entryIds = entryIdsOf(args)
      return known && entryIds.length > 0 ? { name: known.name, entryIds, on: false } : undefined
    }),
  },
})

export const labelCommands = commandGroup('label', {
  open: {
    kind: 'view',
    icon: 'tag',
    args: [label],
    run: triggerFrom($labels, navigationRequested, (labels, { args }) => {
      const known = find(labels, nameOf(args))
      return known && { source: { kind: 'search' as const, query: labelQuery(known.name) } }
    }),
  },
  create: {
    kind: 'change',
    icon: 'add',
    args: [
      { name: 'label', title: 'ask.labelName', type: 'text', validate: hasName },
      { ...color, optional: true },
    ],
    run: triggerFrom($labels, labelCreated, (labels, { args }) => {
      const name = nameOf(args)
      return name === '' || find(labels, name) ? undefined : { name, color: colorOf(args) }
    }),
  },
  rename: {
    kind: 'change',
    icon: 'edit',
    args: [
      label,
      { name: 'name', title: 'ask.labelName', type: 'text', initial: $labelName, validate: hasName },
    ],
    run: triggerFrom($labels, labelRenamed, (labels, { args }) =>
      renaming(labels, nameOf(args), nameOf(args, 'name')),
    ),
  },
  /** Moves a label into another one. */
  nest: {
    kind: 'change',
    icon: 'tag',
    args: [label, { ...newLabel, name: 'into', title: 'ask.labelInto' }],
    run: triggerFrom($labels, labelRenamed, (labels, { args }) => {
      const [name, into] = [nameOf(args), nameOf(args, 'into')]
      const outer = find(labels, into)?.name ?? into
      return outer === '' ? undefined : renaming(labels, name, `${outer}/${name.split('/').at(-1) ?? ''}`)
    }),
  },
  recolor: {
    kind: 'change',
    icon: 'appearance',
    args: [label, color],
    run: triggerFrom($labels, labelRecolored, (labels, { args }) => {
      const known = find(labels, nameOf(args))
      return known && { name: known.name, color: colorOf(args) }
    }),
  },
  delete: {
    kind: 'change',
    icon: 'delete',
    args: [label],
    run: triggerFrom($labels, labelDeleted, (labels, { args }) => {
      const known = find(labels, nameOf(args))
      return known && { name: known.name }
    }),
  },
  fold: { kind: 'view', icon: 'tag', run: trigger(labelsFoldToggled, () => {}) },
})
