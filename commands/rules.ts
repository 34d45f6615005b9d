/** Rules: opening them, writing a new one, and changing the one that is named. They load with the first change. */
import { attach, createEffect, createEvent, sample, scopeBind } from 'effector'
import { done, nothing, type Argument, type CommandArgs, type CommandCall } from '../src/core/index.ts'
import { infoNotified } from '../src/model/app/index.ts'
import { dialogOpened } from '../src/model/layout/index.ts'
import { $source, screenRequested } from '../src/model/location/index.ts'
import { $palette } from '../src/model/palette/index.ts'
import { $session } from '../src/model/session/index.ts'
import {
  $ruleNames,
  ruleChangeRequested,
  rulesExportRequested,
  rulesNeeded,
  type RuleChange,
} from '../src/model/rules/requests.ts'
import { $loadedEntries, entriesOf, entryIdsOf, firstIdOf, textOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const panes = ['timeline', 'entry-render']

const to = (path: string) => trigger(screenRequested, () => ({ path }))

const ruleNamesRequested = createEvent()
const loadRulesFx = createEffect(async () => {
  const load = scopeBind(rulesNeeded, { safe: true })
  await import('../src/model/rules/index.ts')
  load()
})
// What the palette offers depends on whether there are rules.
sample({
  clock: $palette.updates.filter({ fn: ({ open }) => open }),
  source: { names: $ruleNames, session: $session },
  filter: ({ names, session }) => names === null && session.user !== null,
  fn: () => {},
  target: ruleNamesRequested,
})
sample({ clock: ruleNamesRequested, target: loadRulesFx })

/** A rule by its position. */
const rule: Argument = {
  name: 'rule',
  title: 'ask.rule',
  type: 'enum',
  choices: $ruleNames.map(
    (names) => () =>
      (names ?? []).map((name, position) => ({ value: String(position), title: name || `#${position + 1}` })),
  ),
  choicesRequested: ruleNamesRequested,
}
const ofRule = { needs: '!noRules', args: [rule] } as const
const positionOf = (args: CommandArgs): number => Number(textOf(args, 'rule') ?? -1)

const change = (name: RuleChange['change']) =>
  createEffect(async ({ args }: CommandCall) => {
    const request = scopeBind(ruleChangeRequested, { safe: true })
    await import('../src/model/rules/index.ts')
    request({ change: name, position: positionOf(args) })
  })
const exportFx = createEffect(async (_: CommandCall) => {
  const request = scopeBind(rulesExportRequested, { safe: true })
  await import('../src/model/rules/index.ts')
  request()
})

/** A mute takes effect on what is there; the rule's name is in the interface's language. */
const loadMuting = async () => {
  const [{ muteRequested }, { muteName }] = await Promise.all([
    import('../src/model/rules/index.ts'),
    import('../src/model/rules/mute-name.ts'),
  ])
  const name = await muteName()
  return (kind: 'author' | 'word', value: string) => muteRequested({ mute: { kind, value }, name })
}

/** Characters of a word that is worth naming; in scripts without spaces two are a word. */
const LEAST = 3
const LEAST_WIDE = 2
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of titles, each once, the longest first: they say most. */
export function titleTerms(titles: readonly string[]): readonly string[] {
  const words = titles.flatMap((title) =>
    [...segmenter.segment(title)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment)
      .filter((word) => word.length >= (/[\u3040-\u9fff\uac00-\ud7af]/u.test(word) ? LEAST_WIDE : LEAST)),
  )
  const byKey = new Map(words.map((word) => [word.toLowerCase(), word]))
  return [...byKey.values()].toSorted((one, other) => other.length - one.length)
}

const $words = $loadedEntries.map((loaded) => (args: CommandArgs) => {
  const titles = entriesOf(loaded, args).map(({ title }) => title ?? '')
  return titleTerms(titles).map((value) => ({ value, title: value }))
})

/** The query of the search that is open. */
const $openQuery = $source.map((source) => () => (source.kind === 'search' ? source.query : undefined))

export const ruleCommands = [
  ...commandGroup('rules', {
    new: { kind: 'view', icon: 'add', run: to('/action?rule=new') },
    'new-from-feed': {
      kind: 'view',
      icon: 'add',
      target: 'subscriptions',
      targetNeeds: 'subscription',
      run: trigger(screenRequested, ({ args }) => ({
        path: `/action?rule=new&subscription=${encodeURIComponent(firstIdOf(args))}`,
      })),
    },
    'new-from-query': {
      kind: 'view',
      icon: 'add',
      args: [{ name: 'query', title: 'ask.query', type: 'query', initial: $openQuery }],
      run: trigger(screenRequested, ({ args }) => ({
        path: `/action?rule=new&query=${encodeURIComponent(textOf(args, 'query') ?? '')}`,
      })),
    },
    edit: {
      ...ofRule,
      kind: 'view',
      icon: 'edit',
      run: trigger(screenRequested, ({ args }) => ({ path: `/action?rule=${positionOf(args)}` })),
    },
    toggle: { ...ofRule, kind: 'change', icon: 'done', run: change('toggle') },
    'move-up': { ...ofRule, kind: 'change', icon: 'up', run: change('move-up') },
    'move-down': { ...ofRule, kind: 'change', icon: 'open-menu', run: change('move-down') },
    delete: { ...ofRule, kind: 'change', icon: 'delete', run: change('delete') },
    'dry-run': { kind: 'view', icon: 'search', run: to('/action?show=past') },
    'show-deliveries': { kind: 'view', icon: 'link', run: to('/action?show=deliveries') },
    'show-hidden': { kind: 'view', icon: 'hide', run: to('/action?show=hidden') },
    import: { kind: 'view', icon: 'import', run: to('/action?show=import') },
    export: { kind: 'view', icon: 'export', run: exportFx },
  }),
  ...commandGroup('entry', {
    'mute-author': {
      kind: 'change',
      icon: 'hide',
      target: 'entries',
      targetNeeds: 'entry || selected > 0',
      bindings: [{ keys: 'Shift+y a', where: panes }],
      run: attach({
        source: $loadedEntries,
        effect: async (loaded, { args }: CommandCall) => {
          const run = scopeBind((request: () => void) => request(), { safe: true })
          const inform = scopeBind(infoNotified, { safe: true })
          const authors = entriesOf(loaded, args).flatMap(({ author }) => author?.trim() || [])
          if (authors.length === 0) {
            inform({ key: 'app:rules.noAuthor' })
            return nothing()
          }
          const mute = await loadMuting()
          for (const author of new Set(authors)) run(() => mute('author', author))
          return done()
        },
      }),
    },
    'mute-word': {
      kind: 'change',
      icon: 'hide',
      target: 'entries',
      targetNeeds: 'entry || selected > 0',
      bindings: [{ keys: 'Shift+y w', where: panes }],
      args: [
        {
          name: 'word',
          title: 'ask.muteWord',
          type: 'enum',
          choices: $words,
          open: true,
          validate: (value) => (String(value).trim() === '' ? 'app:rules.noWord' : null),
        },
      ],
      run: createEffect(async ({ args }: CommandCall) => {
        const run = scopeBind((request: () => void) => request(), { safe: true })
        const word = textOf(args, 'word')?.trim()
        if (!word) return nothing()
        const mute = await loadMuting()
        run(() => mute('word', word))
        return done()
      }),
    },
    'which-rule': {
      kind: 'dialog',
      icon: 'filter',
      target: 'entries',
      targetNeeds: 'entry',
      run: trigger(dialogOpened, ({ args }) => ({
        id: 'rule-acts' as const,
        props: { entryId: entryIdsOf(args)[0] ?? '' },
      })),
    },
  }),
]
