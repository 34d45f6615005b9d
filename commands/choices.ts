/** Options for the arguments of commands. */
import { createStore, type Store } from 'effector'
import { views } from '../src/contract/views.ts'
import { compareNames, type Choice, type CommandArgs } from '../src/core/index.ts'
import { $subscriptionIndex, type SubscriptionIndex } from '../src/model/subscriptions/index.ts'
import type { LocalSubscription } from '../src/model/index.ts'

type Choices = Store<(earlier: CommandArgs) => readonly Choice[]>

const fixed = (choices: readonly Choice[]): Choices =>
  createStore<(earlier: CommandArgs) => readonly Choice[]>(() => choices, { serialize: 'ignore' })

export const $viewChoices = fixed(
  views.map((name, view) => ({ value: view, title: name, titleKey: `shortcuts:views.${name}` })),
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
  [false, true].map((value) => {
    const word = value ? 'yes' : 'no'
    return { value, title: word, titleKey: `shortcuts:answers.${word}` }
  }),
)

/** Folders of all views. */
export const $categoryChoices: Choices = $subscriptionIndex.map(
  ({ subscriptions }) =>
    () =>
      [...new Set([...subscriptions.values()].flatMap(({ category }) => category || []))]
        .toSorted(compareNames)
        .map((name) => ({ value: name, title: name })),
)

/** The name under which a subscription is shown. */
export function titleOfSubscription(
  { feeds, lists, inboxes }: SubscriptionIndex,
  { id, title, feedId, listId, inboxId }: LocalSubscription,
): string {
  const source = feeds.get(feedId ?? '') ?? lists.get(listId ?? '') ?? inboxes.get(inboxId ?? '')
  return title || source?.title || feeds.get(feedId ?? '')?.url || id
}

/** All subscriptions, by title. */
export const $subscriptionChoices: Choices = $subscriptionIndex.map(
  (index) => () =>
    [...index.subscriptions.values()].map((one) => ({
      value: one.id,
      title: titleOfSubscription(index, one),
      ...(one.category && { detail: one.category }),
    })),
)
/** The title of the subscription that was answered before. */
export const $subscriptionTitle = $subscriptionIndex.map((index) => ({ subscriptions }: CommandArgs) => {
  const [id = ''] = Array.isArray(subscriptions) ? (subscriptions as readonly string[]) : []
  const subscription = index.subscriptions.get(id)
  return subscription && titleOfSubscription(index, subscription)
})
/** The name of the folder that was answered before. */
export const $categoryName = createStore(({ category }: CommandArgs) => category, { serialize: 'ignore' })
