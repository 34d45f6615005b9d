/** Settings in the palette: the switches and those with a few choices. */
import type { Command } from '../src/core/index.ts'
import { screenRequested, screenToggled } from '../src/model/location/index.ts'
import {
  $appearance,
  $general,
  OWN_COLORS,
  colorModeChanged,
  customCssToggled,
  settingChanged,
  settingsTabs,
  type SettingChange,
  type SettingsTab,
} from '../src/model/settings/index.ts'
import { $accentChoices, $colorModeChoices, $languageChoices, themeChoicesOf } from './choices.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const generalSwitches = [
  'unreadOnly',
  'scrollMarkUnread',
  'hoverMarkUnread',
  'renderMarkUnread',
  'groupByDate',
  'groupStories',
  'hideAi',
  'hidePower',
  'hideRareVoices',
  'dimRead',
  'jumpOutLinkWarn',
  'autoGroup',
  'hideAllReadSubscriptions',
  'hidePrivateSubscriptionsInTimeline',
  'enhancedSettings',
  'autoExpandLongSocialMedia',
  'dataPersist',
] as const
const appearanceSwitches = [
  'sidebarShowUnreadCount',
  'showDockBadge',
  'hideExtraBadge',
  'modalOverlay',
  'modalDraggable',
  'reduceMotion',
  'usePointerCursor',
  'opaqueSidebar',
  'readerRenderInlineStyle',
  'guessCodeLanguage',
  'pictureViewMasonry',
  'hideRecentReader',
] as const
/** Settings that are not switches, by page: their commands open them there. */
const others = {
  general: ['startupScreen', 'recentCommands', 'storedEntries', 'swipeRight'],
  appearance: [
    'uiTextSize',
    'uiFontFamily',
    'contentFontSize',
    'contentLineHeight',
    'contentMeasure',
    'readerFontFamily',
    'listDensity',
    'thumbnailRatio',
    'dateFormat',
    'codeHighlightThemeLight',
    'codeHighlightThemeDark',
    'customCSS',
  ],
} as const satisfies { readonly [Tab in SettingsTab]: readonly string[] }

/** The page that shows a setting. */
const pageOf = (tab: SettingsTab, key: string): string => (key === 'storedEntries' ? 'data-control' : tab)

const kebab = (name: string) => name.replaceAll(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`)
const general = generalSwitches.map((key): [string, Omit<Command, 'id' | 'group' | 'keywords'>] => [
  `toggle-${kebab(key)}`,
  {
    title: `settings.toggle.${key}`,
    kind: 'change',
    ...(key === 'hidePower' && { offeredWhen: '!noPayments' }),
    run: triggerFrom($general, settingChanged, (now): SettingChange => ({
      tab: 'general',
      key,
      value: !now[key],
    })),
  },
])
const appearance = appearanceSwitches.map((key): [string, Omit<Command, 'id' | 'group' | 'keywords'>] => [
  `toggle-${kebab(key)}`,
  {
    title: `settings.toggle.${key}`,
    kind: 'change',
    run: triggerFrom($appearance, settingChanged, (now): SettingChange => ({
      tab: 'appearance',
      key,
      value: !now[key],
    })),
  },
])
const shown = settingsTabs.flatMap((tab) =>
  others[tab].map((key): [string, Omit<Command, 'id' | 'group' | 'keywords'>] => [
    `show-${kebab(key)}`,
    {
      title: `settings.show.${key}`,
      kind: 'view',
      icon: 'settings',
      run: trigger(screenRequested, () => ({ path: `/settings/${pageOf(tab, key)}#${key}` })),
    },
  ]),
)
const mode = (to: 'system' | 'light' | 'dark') => ({
  kind: 'change' as const,
  group: 'settings',
  icon: to,
  run: trigger(colorModeChanged, () => to),
})
const theme = (themeMode: 'light' | 'dark', key: 'colorThemeLight' | 'colorThemeDark') => ({
  kind: 'change' as const,
  icon: 'appearance',
  args: [{ name: 'theme', title: 'ask.theme', type: 'enum' as const, choices: themeChoicesOf(themeMode) }],
  run: trigger(settingChanged, ({ args }): SettingChange => ({
    tab: 'appearance',
    key,
    value: args['theme'] ?? OWN_COLORS,
  })),
})

export const settingsCommands = [
  ...commandGroup('settings', {
    open: {
      kind: 'view',
      bindings: [{ keys: '$mod+,' }],
      // The settings begin with a field.
      inFields: true,
      icon: 'settings',
      run: trigger(screenToggled, () => ({ path: '/settings' })),
    },
    set: {
      kind: 'change',
      keysOnly: true,
      args: [
        { name: 'tab', title: 'ask.settingTab', type: 'enum' },
        { name: 'key', title: 'ask.settingKey', type: 'text' },
        { name: 'value', title: 'ask.settingValue', type: 'json' },
      ],
      run: trigger(settingChanged, ({ args }) => {
        const { tab, key, value } = args
        return { tab, key, value } as SettingChange
      }),
    },
    'change-color-mode': {
      kind: 'change',
      icon: 'appearance',
      args: [{ name: 'mode', title: 'ask.colorMode', type: 'enum', choices: $colorModeChoices }],
      run: trigger(colorModeChanged, ({ args }) =>
        args['mode'] === 'light' || args['mode'] === 'dark' ? args['mode'] : 'system',
      ),
    },
    'change-language': {
      kind: 'change',
      icon: 'translate',
      args: [{ name: 'language', title: 'ask.language', type: 'enum', choices: $languageChoices }],
      run: trigger(settingChanged, ({ args }): SettingChange => ({
        tab: 'general',
        key: 'language',
        value: args['language'] ?? 'en',
      })),
    },
    'change-accent-color': {
      kind: 'change',
      icon: 'appearance',
      args: [{ name: 'color', title: 'ask.accent', type: 'enum', choices: $accentChoices }],
      run: trigger(settingChanged, ({ args }): SettingChange => ({
        tab: 'appearance',
        key: 'accentColor',
        value: args['color'] ?? 'orange',
      })),
    },
    'change-light-theme': theme('light', 'colorThemeLight'),
    'change-dark-theme': theme('dark', 'colorThemeDark'),
    'toggle-custom-css': {
      kind: 'view',
      icon: 'appearance',
      // In every area: the stylesheet may have hidden the page.
      bindings: [{ keys: '$mod+Alt+Shift+c' }],
      run: trigger(customCssToggled, () => {}),
    },
    ...Object.fromEntries([...general, ...appearance, ...shown]),
  }),
  ...commandGroup('follow', {
    'change-color-mode-to-auto': mode('system'),
    'change-color-mode-to-light': mode('light'),
    'change-color-mode-to-dark': mode('dark'),
    'customize-toolbar': {
      kind: 'view',
      group: 'settings',
      icon: 'edit',
      run: trigger(screenRequested, () => ({ path: '/settings/appearance#toolbarOrder' })),
    },
  }),
]
