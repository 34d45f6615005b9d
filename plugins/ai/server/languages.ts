import type { AiLanguage } from '../wire.ts'

const names: Readonly<Record<AiLanguage, string>> = {
  en: 'English',
  ja: 'Japanese',
  'zh-CN': 'Simplified Chinese',
  'zh-TW': 'Traditional Chinese',
}

/** English language names for prompts. */
export const languageName = (language: AiLanguage): string => names[language]
