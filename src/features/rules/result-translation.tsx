import { Select, useTranslation } from '../../ui/index.ts'
import type { ResultPartProps } from './result-part.ts'

const languages = ['en', 'ja', 'zh-CN', 'zh-TW'] as const
type Translation = 'on' | (typeof languages)[number]

/** That a rule has entries translated, and to which language. */
export function ResultTranslation({ result, onChange }: ResultPartProps) {
  const { t } = useTranslation(['app', 'lang'])
  const value: Translation = typeof result.translation === 'string' ? result.translation : 'on'
  return (
    <>
      <span className="sentence-verb">{t('rules.results.translation')}</span>
      <Select
        label={t('rules.results.translation')}
        hideLabel
        value={value}
        choices={[
          { value: 'on' as Translation, label: t('rules.translationOn') },
          ...languages.map((code) => ({
            value: code,
            label: t(`lang:languages.${code}`, { defaultValue: code }),
          })),
        ]}
        onChange={(next) => onChange({ ...result, translation: next === 'on' ? true : next })}
      />
    </>
  )
}
