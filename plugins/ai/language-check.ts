/** Whether a text is written in a language already, by its script and its most frequent words. */
import type { AiLanguage } from './wire.ts'

const SIMPLIFIED = /[们这个国来时说为对会学过发开关门问间见车长马东风电话语读写书画]/gu
const TRADITIONAL = /[們這個國來時說為對會學過發開關門問間見車長馬東風電話語讀寫書畫]/gu
const ENGLISH = /\b(the|and|of|to|is|in|for|with|how|what|why|on|you|are|from|this|that|it|was|by|an)\b/gi
const OTHER_LATIN =
  /(?<!\p{L})(der|die|das|und|ist|nicht|für|mit|ein|eine|le|la|les|des|du|et|est|une|pour|dans|el|los|las|que|del|una|con|por|para|il|di|che|non|per|het|een|van|voor|não|uma|os|och|att|som)(?!\p{L})/giu
/** Share of the letters that makes out the script. Names and terms of other scripts are in most texts. */
const SCRIPT_SHARE = 0.3
const LATIN_SHARE = 0.7

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** @param declared BCP 47, of the entry; feeds are often wrong about it, so that the text outweighs it */
export function isIn(text: string, language: AiLanguage, declared: string | null): boolean {
  const letters = count(text, /\p{L}/gu)
  if (letters === 0) return true
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const han = count(text, /\p{Script=Han}/gu)
  const isEastAsian = (kana + han) / letters > SCRIPT_SHARE
  const isJapanese = isEastAsian && (kana > han * 0.05 || declared?.startsWith('ja') === true)
  if (language === 'ja') return isJapanese
  if (language === 'en')
    return count(text, /\p{Script=Latin}/gu) / letters > LATIN_SHARE && isEnglish(text, declared)
  if (!isEastAsian || isJapanese) return false
  const difference = count(text, SIMPLIFIED) - count(text, TRADITIONAL)
  return language === 'zh-CN' ? difference >= 0 : difference <= 0
}

function isEnglish(text: string, declared: string | null): boolean {
  const difference = count(text, ENGLISH) - count(text, OTHER_LATIN)
  if (difference !== 0) return difference > 0
  return declared === null || declared.startsWith('en')
}
