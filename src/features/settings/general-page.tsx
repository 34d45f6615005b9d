import { useTranslation } from '../../ui/index.ts'
import { completeLanguages } from './complete-languages.ts'
import { ChoiceSetting, Section, SwitchSetting, TextSetting } from './controls/index.ts'

const languages = ['en', 'zh-CN', 'zh-TW', 'ja']

/** General settings: language, marking as read, the list, assistance. */
export function GeneralPage() {
  const { t } = useTranslation(['settings', 'lang'])
  const languageName = (tag: string) => (tag === 'default' ? t('lang:followSystem') : t(`lang:own.${tag}`))
  const interfaceLanguageName = (tag: string) =>
    completeLanguages.includes(tag)
      ? languageName(tag)
      : `${languageName(tag)} (${t('lang:partlyTranslated')})`
  return (
    <>
      <Section>
        <ChoiceSetting tab="general" name="language" choices={languages} labelOf={interfaceLanguageName} />
        <SwitchSetting tab="general" name="enhancedSettings" />
      </Section>
      <Section title={t('general.reading')}>
        <SwitchSetting tab="general" name="unreadOnly" />
        <SwitchSetting tab="general" name="groupByDate" />
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
      </Section>
      <Section title={t('general.ai')}>
        <SwitchSetting tab="general" name="summary" />
        <SwitchSetting tab="general" name="translation" />
        <ChoiceSetting tab="general" name="translationMode" choices={['bilingual', 'translation-only']} />
        <ChoiceSetting
          tab="general"
          name="actionLanguage"
          choices={['default', ...languages]}
          labelOf={languageName}
        />
        <TextSetting tab="general" name="voice" />
      </Section>
      <Section title={t('general.start')}>
        <ChoiceSetting tab="general" name="startupScreen" choices={['timeline', 'subscription']} />
        <SwitchSetting tab="general" name="dataPersist" />
        <SwitchSetting tab="general" name="sendAnonymousData" />
      </Section>
    </>
  )
}
