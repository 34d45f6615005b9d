import { swipeActions } from '../../../contract/setting-defaults.ts'
import { interfaceLanguages } from '../../../core/index.ts'
import { completeLanguages } from '../complete-languages.ts'
import { booleanField, choiceField, sliderField, type FormSection } from './core-field.ts'
import { NO_PAYMENTS } from './shown-values.ts'

const languages = interfaceLanguages.map((tag) => ({
  value: tag,
  label: `lang:own.${tag}`,
  ...(!completeLanguages.includes(tag) && { note: 'lang:partlyTranslated' }),
}))

/** General settings: language, marking as read, the list. */
export const generalForm: readonly FormSection[] = [
  { fields: [choiceField('general', 'language', languages), booleanField('general', 'enhancedSettings')] },
  {
    title: 'general.reading',
    fields: [
      booleanField('general', 'unreadOnly'),
      booleanField('general', 'groupByDate'),
      booleanField('general', 'groupStories'),
      booleanField('general', 'dimRead'),
      booleanField('general', 'autoExpandLongSocialMedia'),
      booleanField('general', 'jumpOutLinkWarn'),
    ],
  },
  {
    title: 'general.marking',
    fields: [
      booleanField('general', 'scrollMarkUnread'),
      booleanField('general', 'hoverMarkUnread'),
      booleanField('general', 'renderMarkUnread'),
    ],
  },
  {
    title: 'general.swipes.title',
    fields: (['swipeRight', 'swipeRightFar', 'swipeLeft', 'swipeLeftFar'] as const).map((name) =>
      choiceField(
        'general',
        name,
        swipeActions.map((value) => ({ value, label: `general.swipes.${value}` })),
      ),
    ),
  },
  {
    title: 'general.subscriptions',
    fields: [
      booleanField('general', 'autoGroup'),
      booleanField('general', 'hideAllReadSubscriptions'),
      booleanField('general', 'hidePrivateSubscriptionsInTimeline'),
      booleanField('appearance', 'sidebarShowUnreadCount'),
      booleanField('appearance', 'showDockBadge'),
    ],
  },
  {
    title: 'general.functions',
    fields: [
      booleanField('general', 'hideAi'),
      { ...booleanField('general', 'hidePower'), shownWhen: { setting: NO_PAYMENTS, is: [false] } },
      booleanField('general', 'hideRareVoices'),
    ],
  },
  {
    title: 'general.start',
    fields: [
      choiceField('general', 'startupScreen', ['timeline', 'subscription']),
      sliderField('general', 'recentCommands', { min: 0, max: 20 }),
    ],
  },
]
