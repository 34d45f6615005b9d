import type { AiLanguage } from '../../contract/ai.ts'

const names: Readonly<Record<AiLanguage, string>> = {
  en: 'English',
  ja: 'Japanese',
  'zh-CN': 'Simplified Chinese',
  'zh-TW': 'Traditional Chinese',
}

/** How a model is told which language to write. */
export const languageName = (language: AiLanguage): string => names[language]
