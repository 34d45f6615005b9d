import { useEffect, useMemo, useState } from 'react'
import type { Searchable } from './match.ts'
import { createReadingOf, hasHan, hasKana, loadPinyin, loadRomaji, type Readers } from './readings.ts'

export type Readings = {
  readonly readingOf: (title: string) => Searchable | undefined
  /** The text in Latin letters, where it is typed in kana. */
  readonly latinOf: (text: string) => string | undefined
}

/** Loads what these titles, and the typed text, need to be read. */
export function useReadings(titles: readonly string[], typed: string): Readings {
  const [readers, setReaders] = useState<Readers>({})
  const needsPinyin = useMemo(() => titles.some(hasHan), [titles])
  const titlesHaveKana = useMemo(() => titles.some(hasKana), [titles])
  const needsRomaji = titlesHaveKana || hasKana(typed)
  useEffect(() => {
    if (needsPinyin)
      loadPinyin().then(
        (pinyin) => setReaders((before) => ({ ...before, pinyin })),
        () => {},
      )
  }, [needsPinyin])
  useEffect(() => {
    if (needsRomaji)
      loadRomaji().then(
        (romaji) => setReaders((before) => ({ ...before, romaji })),
        () => {},
      )
  }, [needsRomaji])
  return useMemo(
    () => ({
      readingOf: createReadingOf(readers),
      latinOf: (text) => (hasKana(text) ? readers.romaji?.(text) : undefined),
    }),
    [readers],
  )
}
