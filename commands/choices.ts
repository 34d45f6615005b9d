/** Choices for the arguments of commands. */
import { createStore, type Store } from 'effector'
import { views } from '../src/contract/views.ts'
import { compareNames, type Choice } from '../src/core/index.ts'
import { $currentRow, $subscriptionIndex, $tree } from '../src/model/subscriptions/index.ts'

const fixed = (choices: readonly Choice[]): Store<readonly Choice[]> =>
  createStore(choices, { serialize: 'ignore' })

export const $viewChoices = fixed(
  views.map((name, view) => ({ value: String(view), title: name, titleKey: `shortcuts:views.${name}` })),
)
export const $colorModeChoices = fixed(
  ['system', 'light', 'dark'].map((mode) => ({
    value: mode,
    title: mode,
    titleKey: `shortcuts:colorModes.${mode}`,
  })),
)
export const $accentChoices = fixed(
  ['orange', 'blue', 'green', 'purple', 'pink', 'red', 'yellow', 'gray'].map((color) => ({
    value: color,
    title: color,
    titleKey: `shortcuts:accents.${color}`,
  })),
)
export const $languageChoices = fixed(
  Object.entries({ en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文', ja: '日本語' }).map(
    ([value, title]) => ({ value, title }),
  ),
)
export const $yesNoChoices = fixed(
  ['no', 'yes'].map((word) => ({ value: word, title: word, titleKey: `shortcuts:answers.${word}` })),
)

/** Folders of all views. */
export const $folderChoices = $subscriptionIndex.map(({ subscriptions }): readonly Choice[] =>
  [...new Set([...subscriptions.values()].flatMap(({ category }) => category || []))]
    .toSorted(compareNames)
    .map((name) => ({ value: name, title: name })),
)
/** All subscriptions, by title. */
export const $subscriptionChoices = $subscriptionIndex.map(
  ({ subscriptions, feeds, lists, inboxes }): readonly Choice[] =>
    [...subscriptions.values()].map((one) => {
      const of = feeds.get(one.feedId ?? '') ?? lists.get(one.listId ?? '') ?? inboxes.get(one.inboxId ?? '')
      const title = one.title || of?.title || feeds.get(one.feedId ?? '')?.url || one.id
      return { value: one.id, title, ...(one.category && { detail: one.category }) }
    }),
)
/** The current row, as the initial value of an argument. */
export const $currentSubscription = $currentRow.map((row) => row?.subscriptionId ?? '')
export const $currentTitle = $currentRow.map((row) => row?.title ?? '')
export const $visibleFolderChoices = $tree.map((tree): readonly Choice[] =>
  tree.flatMap((row): Choice[] => (row.kind === 'folder' ? [{ value: row.title, title: row.title }] : [])),
)
