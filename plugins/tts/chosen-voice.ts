/** Which of several voices reads a text. */

export type NamedVoice = { readonly name: string; readonly lang: string }
/** One of several that are alike; what a browser tells besides. */
type Candidate = NamedVoice & { readonly default?: boolean; readonly voiceURI?: string }

/**
 * The voice that the setting names, if it speaks the language; else one of the language.
 * @param setting a voice's name, or as Azure names its own: en-US-AndrewMultilingualNeural
 * @returns undefined where none speaks the language, or where neither language nor setting is known
 */
export function chosenVoice<V extends Candidate>(
  voices: readonly V[],
  setting: string,
  language: string | undefined,
): V | undefined {
  const base = language?.split('-')[0]?.toLowerCase()
  const speaks = ({ name, lang }: V) =>
    base === undefined || lang === '' || tagOf(lang).split('-')[0] === base || name.includes('Multilingual')
  const named = voices.find((voice) => isNamed(voice, setting) && speaks(voice))
  if (named || base === undefined) return named
  const ofLanguage = voices.filter(({ lang }) => tagOf(lang).split('-')[0] === base)
  return (
    ofLanguage.find(({ lang }) => tagOf(lang) === language?.toLowerCase()) ??
    ofLanguage.find((voice) => voice.default) ??
    ofLanguage[0]
  )
}

/** Android writes en_US. */
const tagOf = (lang: string): string => lang.replaceAll('_', '-').toLowerCase()

function isNamed({ name, voiceURI = name, lang }: Candidate, setting: string): boolean {
  const wanted = setting.toLowerCase()
  if (wanted !== '' && [name, voiceURI].some((own) => own.toLowerCase() === wanted)) return true
  const [, region, short] = azureName.exec(setting) ?? []
  return short !== undefined && tagOf(lang) === region?.toLowerCase() && name.includes(short)
}
const azureName = /^(\w+-\w+)-(\w+?)(?:Neural)?$/
