/** What the search of the settings finds: each setting with a control, by its page and its place there. */
import { appearanceDefaults, enhancedKeys, generalDefaults } from '../../contract/setting-defaults.ts'
import { foldCase } from '../../core/index.ts'
import type { SearchableSetting } from '../feature.ts'

/** Pages of settings that are not on the page of their tab. */
const pages: Readonly<Record<string, string>> = {
  dataPersist: 'data-control',
  storedEntries: 'data-control',
  sidebarShowUnreadCount: 'general',
  showDockBadge: 'general',
}
/** Set elsewhere than in the settings. */
const withoutControl: readonly string[] = [
  'savedSearches',
  'feedReadRules',
  'feedTags',
  'feedUnreadDays',
  'readerViewFeeds',
  'folderUnreadDays',
  'feedColWidth',
  'entryColWidth',
  'discoverLanguage',
  // Only where a plugin has themes.
  'colorThemeLight',
  'colorThemeDark',
]

const others: readonly SearchableSetting[] = [
  ['appearance', 'theme', 'appearance.theme'],
  ['data-control', 'importEverything', 'data.backup.import'],
  ['data-control', 'protectStorage', 'data.protect'],
  ['data-control', 'usageConsent', 'data.usage'],
].map(([page = '', name = '', key = '']) => ({
  page,
  name,
  label: `${key}.label`,
  words: `${key}.words`,
  enhanced: false,
}))
const push: SearchableSetting = {
  page: 'notifications',
  name: 'push',
  label: 'notifications.push.label',
  words: 'notifications.push.off',
  enhanced: false,
}

/** @param exists whether a message key of the namespace has a text: a setting without one has no control */
export const searchableSettings = (exists: (key: string) => boolean): readonly SearchableSetting[] => [
  ...Object.entries({ general: generalDefaults, appearance: appearanceDefaults }).flatMap(([tab, defaults]) =>
    Object.keys(defaults)
      .filter((name) => !withoutControl.includes(name) && exists(`${tab}.${name}.label`))
      .map((name) => ({
        page: pages[name] ?? tab,
        name,
        label: `${tab}.${name}.label`,
        words: `${tab}.${name}.words`,
        enhanced: enhancedKeys[tab as 'general' | 'appearance'].includes(name),
      })),
  ),
  ...others,
  push,
]

/** Settings whose label or description has all words of the text, those with all in the label or its part of the page first. */
export function findSettings(
  settings: readonly SearchableSetting[],
  text: string,
  translate: (key: string) => string,
): readonly SearchableSetting[] {
  const terms = foldCase(text).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return []
  const hasAll = (content: string) => terms.every((term) => foldCase(content).includes(term))
  const labelOf = ({ label, within }: SearchableSetting) =>
    within === undefined ? translate(label) : `${translate(within)} ${translate(label)}`
  const inLabel = settings.filter((one) => hasAll(labelOf(one)))
  const inWords = settings.filter(
    (one) => !inLabel.includes(one) && hasAll(`${labelOf(one)} ${translate(one.words)}`),
  )
  return [...inLabel, ...inWords]
}
