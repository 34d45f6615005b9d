/**
 * Settings keys with their defaults (client-facts 4) and which of them are synchronised (wire-contract 14).
 * Apart from the schemas, so that the browser's first bundle carries no zod.
 */
export const swipeActions = ['none', 'read', 'star', 'label', 'open', 'share', 'read-above'] as const
export type SwipeAction = (typeof swipeActions)[number]

export const generalDefaults = {
  appLaunchOnStartup: false,
  language: 'en',
  translation: false,
  translationMode: 'bilingual' as 'bilingual' | 'translation-only',
  summary: true,
  actionLanguage: 'default',
  startupScreen: 'timeline' as 'timeline' | 'subscription',
  dataPersist: true,
  sendAnonymousData: true,
  showQuickTimeline: true,
  autoGroup: true,
  hideAllReadSubscriptions: false,
  hidePrivateSubscriptionsInTimeline: false,
  unreadOnly: true,
  scrollMarkUnread: true,
  hoverMarkUnread: false,
  renderMarkUnread: false,
  groupByDate: true,
  /** ours: the same story from several feeds is one row. */
  groupStories: true,
  /** ours: hides everything about language models. */
  hideAi: false,
  /** ours: hides the plugin that has a currency, and all prices. */
  hidePower: false,
  /** ours: the subscription column has no row for feeds that publish seldom. */
  hideRareVoices: false,
  autoExpandLongSocialMedia: false,
  dimRead: false,
  /** ours: what a finger does to an entry in a list, by the way it moves; far: twice as far. */
  swipeRight: 'read' as SwipeAction,
  swipeRightFar: 'none' as SwipeAction,
  swipeLeft: 'star' as SwipeAction,
  swipeLeftFar: 'none' as SwipeAction,
  jumpOutLinkWarn: true,
  voice: 'en-US-AndrewMultilingualNeural',
  enhancedSettings: false,
  openLinksInExternalApp: false,
  /** ours: ids of the feeds whose entries always open in reader view. */
  readerViewFeeds: [] as string[],
  /** ours: days after which unread entries are marked read, by feed id and by folder name; 0: never. */
  feedUnreadDays: {} as Record<string, number>,
  folderUnreadDays: {} as Record<string, number>,
  /** ours: tags of feeds and inboxes, by their id (feed-tags.ts). */
  feedTags: {} as Record<string, readonly string[]>,
  /** ours: the user's order of feeds and folders: ids of rows by the folder they are in, '' outside of folders. */
  subscriptionOrder: {} as Record<string, readonly string[]>,
  /** ours: when entries are marked read, by feed id: `no-scroll`, `open`, `leave`, or seconds; absent: as set for all. */
  feedReadRules: {} as Record<string, string | number>,
  /** ours: maximum number of entries stored in this browser. */
  storedEntries: 200_000,
  /** ours: number of recent commands that the palette lists first. */
  recentCommands: 5,
  /** ours: queries that are shown as timelines, in the order of the subscription column. */
  savedSearches: [] as { title: string; query: string }[],
  /** ours: when highlights are reviewed again (model/highlights/review.ts). */
  highlightReviews: {} as Record<string, readonly [number, number, number]>,
}
export type GeneralSettings = typeof generalDefaults

export const appearanceDefaults = {
  accentColor: 'orange' as 'orange' | 'blue' | 'green' | 'purple' | 'pink' | 'red' | 'yellow' | 'gray',
  entryColWidth: 356,
  feedColWidth: 256,
  hideExtraBadge: false,
  opaqueSidebar: false,
  sidebarShowUnreadCount: true,
  thumbnailRatio: 'square' as 'square' | 'original',
  uiTextSize: 16,
  showDockBadge: true,
  modalOverlay: true,
  modalDraggable: true,
  reduceMotion: false,
  usePointerCursor: false,
  uiFontFamily: 'SN Pro',
  readerFontFamily: 'inherit',
  contentFontSize: 16,
  dateFormat: 'default',
  contentLineHeight: 1.75,
  /** ours: the longest line of an entry, in characters. */
  contentMeasure: 68,
  readerRenderInlineStyle: true,
  codeHighlightThemeLight: 'github-light',
  codeHighlightThemeDark: 'github-dark',
  guessCodeLanguage: true,
  /** ours: the theme of a plugin while the page is light, and while it is dark; `default`: the reader's own colours. */
  colorThemeLight: 'default',
  colorThemeDark: 'default',
  hideRecentReader: false,
  customCSS: '',
  pictureViewMasonry: true,
  wideMode: false,
  /** ours: how much of each entry a list shows. */
  listDensity: 'comfortable' as 'comfortable' | 'compact' | 'titles',
  toolbarOrder: { main: [] as string[], more: [] as string[] },
  showUnreadCountViewAndSubscriptionMobile: false,
  showUnreadCountBadgeMobile: false,
  discoverLanguage: 'all' as 'all' | 'eng' | 'cmn',
}
export type AppearanceSettings = typeof appearanceDefaults

export type SettingsTab = 'general' | 'appearance'

/** Keys that never leave this browser. */
export const localOnlyKeys: Readonly<Record<SettingsTab, readonly string[]>> = {
  general: ['appLaunchOnStartup', 'dataPersist', 'sendAnonymousData', 'language', 'voice', 'storedEntries'],
  appearance: ['uiFontFamily', 'readerFontFamily', 'opaqueSidebar', 'accentColor'],
}

/** Keys that read as their default unless enhancedSettings is on (spec 4). */
export const enhancedKeys: Readonly<Record<SettingsTab, readonly string[]>> = {
  general: ['groupByDate', 'autoExpandLongSocialMedia'],
  appearance: [
    'hideExtraBadge',
    'codeHighlightThemeLight',
    'codeHighlightThemeDark',
    'dateFormat',
    'readerRenderInlineStyle',
    'modalOverlay',
    'reduceMotion',
    'usePointerCursor',
    'opaqueSidebar',
  ],
}

/**
 * Stored values over the defaults. Ignores those whose type differs from the default's: an invalid setting must not break the
 * UI.
 */
export function effectiveSettings<T extends Record<string, unknown>>(
  tab: SettingsTab,
  defaults: T,
  values: Readonly<Record<string, unknown>>,
  enhancedOn: boolean,
): T {
  const usable = Object.entries(values).filter(
    ([key, value]) =>
      key in defaults &&
      typeof value === typeof defaults[key] &&
      value !== null &&
      (enhancedOn || !enhancedKeys[tab].includes(key)),
  )
  return { ...defaults, ...Object.fromEntries(usable) }
}
