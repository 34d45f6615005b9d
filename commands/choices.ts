/** Options for the arguments of commands. */
import { unreadDays } from '../src/contract/unread-days.ts'
import { combine, createStore, type Store } from 'effector'
import { labelColors } from '../src/contract/label-names.ts'
import { views } from '../src/contract/views.ts'
import { compareNames, type Choice, type CommandArgs } from '../src/core/index.ts'
import { readRules } from '../src/model/reads/feed-rules.ts'
import { $colorThemes, OWN_COLORS, type ColorTheme } from '../src/model/settings/color-themes.ts'
import { $subscriptionIndex, subscriptionTitle } from '../src/model/subscriptions/index.ts'
import { firstIdOf } from './command-args.ts'

type Choices = Store<(earlier: CommandArgs) => readonly Choice[]>

/** Options that never change. */
export const fixedChoices = (choices: readonly Choice[]): Choices =>
  createStore<(earlier: CommandArgs) => readonly Choice[]>(() => choices, { serialize: 'ignore' })

export const $viewChoices = fixedChoices(
  views.map((name, view) => ({ value: view, title: name, titleKey: `shortcuts:views.${name}` })),
)
export const $colorModeChoices = fixedChoices(
  ['system', 'light', 'dark'].map((mode) => ({
    value: mode,
    title: mode,
    titleKey: `shortcuts:colorModes.${mode}`,
    sample: mode === 'light' || mode === 'dark' ? { mode } : {},
  })),
)
export const $accentChoices = fixedChoices(
  ['orange', 'blue', 'green', 'purple', 'pink', 'red', 'yellow', 'gray'].map((color) => ({
    value: color,
    title: color,
    titleKey: `shortcuts:accents.${color}`,
    sample: { accent: color },
  })),
)
/** The reader's own colours, and the themes of plugins for a mode. */
export const themeChoicesOf = (mode: ColorTheme['mode']): Choices =>
  $colorThemes.map((themes) => {
    const choices = [
      {
        value: OWN_COLORS,
        title: OWN_COLORS,
        titleKey: 'settings:appearance.colorThemes.own',
        sample: { mode, colors: {} },
      },
      ...themes
        .filter((theme) => theme.mode === mode)
        .map(({ id, titleKey, tokens }) => ({
          value: id,
          title: id,
          titleKey,
          sample: { mode, colors: tokens },
        })),
    ]
    return () => choices
  })
export const $labelColorChoices = fixedChoices([
  { value: 'none', title: 'none', titleKey: 'app:labels.noColor' },
  ...labelColors.map((color) => ({ value: color, title: color, titleKey: `shortcuts:accents.${color}` })),
])
export const $languageChoices = fixedChoices(
  Object.entries({ en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文', ja: '日本語' }).map(
    ([value, title]) => ({ value, title }),
  ),
)
export const $yesNoChoices = fixedChoices(
  [false, true].map((value) => {
    const word = value ? 'yes' : 'no'
    return { value, title: word, titleKey: `shortcuts:answers.${word}` }
  }),
)

/** When entries of a feed are marked read: as set for all feeds, by a rule, or after a number of seconds. */
export const $readRuleChoices = fixedChoices([
  ...['default', ...readRules].map((rule) => ({
    value: rule,
    title: rule,
    titleKey: `app:subscription.readRules.${rule}`,
  })),
  ...[5, 10, 30, 60].map((seconds) => ({
    value: String(seconds),
    title: `${seconds} s`,
    titleKey: `app:subscription.readRules.after${seconds}`,
  })),
])

const unreadDaysChoices = unreadDays.map((days) => ({
  value: String(days),
  title: String(days),
  titleKey: `app:subscription.unreadDays.choices.${days}`,
}))
export const $folderUnreadDaysChoices = fixedChoices(unreadDaysChoices)
export const $unreadDaysChoices = fixedChoices([
  { value: 'folder', title: 'folder', titleKey: 'app:subscription.unreadDays.folder' },
  ...unreadDaysChoices,
])

/** Folders of all views. */
export const $categoryChoices: Choices = $subscriptionIndex.map(
  ({ subscriptions }) =>
    () =>
      [...new Set([...subscriptions.values()].flatMap(({ category }) => category || []))]
        .toSorted(compareNames)
        .map((name) => ({ value: name, title: name })),
)

/** All subscriptions, by title. */
export const $subscriptionChoices: Choices = $subscriptionIndex.map(
  (index) => () =>
    [...index.subscriptions.values()].map((one) => ({
      value: one.id,
      title: subscriptionTitle(one, index),
      ...(one.category && { detail: one.category }),
    })),
)
/** As {@link $subscriptionChoices}, feeds that could not be fetched first, with the reason. */
export const $failingFirstChoices: Choices = combine(
  $subscriptionIndex,
  $subscriptionChoices,
  ({ subscriptions, feeds }, choicesOf) =>
    (earlier: CommandArgs) => {
      const all = choicesOf(earlier).map((choice) => {
        const feed = feeds.get(subscriptions.get(String(choice.value))?.feedId ?? '')
        return { choice, failing: Boolean(feed?.errorAt), reason: feed?.errorMessage }
      })
      const failing = all.filter((one) => one.failing)
      const others = all.filter((one) => !one.failing)
      return [
        ...failing.map(({ choice, reason }) => (reason ? { ...choice, detail: reason } : choice)),
        ...others.map(({ choice }) => choice),
      ]
    },
)
/** The title of the subscription that was chosen before. */
export const $subscriptionTitle = $subscriptionIndex.map((index) => (earlier: CommandArgs) => {
  const subscription = index.subscriptions.get(firstIdOf(earlier))
  return subscription && subscriptionTitle(subscription, index)
})
/** The name of the folder that was chosen before. */
export const $categoryName = createStore(({ category }: CommandArgs) => category, { serialize: 'ignore' })
