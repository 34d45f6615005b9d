import { useTranslation } from '../../ui/index.ts'
import { interfaceLanguages } from '../../core/index.ts'
import { completeLanguages } from './complete-languages.ts'
import { ChoiceSetting, NumberSetting, Section, SwitchSetting } from './controls/index.ts'

/** General settings: language, marking as read, the list. */
export function GeneralPage() {
  const { t } = useTranslation(['settings', 'lang'])
  const languageName = (tag: string) => t(`lang:own.${tag}`)
  const interfaceLanguageName = (tag: string) =>
    completeLanguages.includes(tag)
      ? languageName(tag)
      : `${languageName(tag)} (${t('lang:partlyTranslated')})`
  return (
    <>
      <Section>
        <ChoiceSetting
          tab="general"
          name="language"
          choices={interfaceLanguages}
          labelOf={interfaceLanguageName}
        />
        <SwitchSetting tab="general" name="enhancedSettings" />
      </Section>
      <Section title={t('general.reading')}>
        <SwitchSetting tab="general" name="unreadOnly" />
        <SwitchSetting tab="general" name="groupByDate" />
        <SwitchSetting tab="general" name="groupStories" />
        <SwitchSetting tab="general" name="dimRead" />
        <SwitchSetting tab="general" name="autoExpandLongSocialMedia" />
        <SwitchSetting tab="general" name="jumpOutLinkWarn" />
      </Section>
      <Section title={t('general.marking')}>
        <SwitchSetting tab="general" name="scrollMarkUnread" />
        <SwitchSetting tab="general" name="hoverMarkUnread" />
        <SwitchSetting tab="general" name="renderMarkUnread" />
      </Section>
      <Section title={t('general.subscriptions')}>
        <SwitchSetting tab="general" name="autoGroup" />
        <SwitchSetting tab="general" name="hideAllReadSubscriptions" />
        <SwitchSetting tab="general" name="hidePrivateSubscriptionsInTimeline" />
        <SwitchSetting tab="appearance" name="sidebarShowUnreadCount" />
        <SwitchSetting tab="appearance" name="showDockBadge" />
      </Section>
      <Section title={t('general.functions')}>
        <SwitchSetting tab="general" name="hideAi" />
        <SwitchSetting tab="general" name="hidePower" />
        <SwitchSetting tab="general" name="hideRareVoices" />
      </Section>
      <Section title={t('general.start')}>
        <ChoiceSetting tab="general" name="startupScreen" choices={['timeline', 'subscription']} />
        <NumberSetting tab="general" name="recentCommands" min={0} max={20} />
      </Section>
    </>
  )
}
