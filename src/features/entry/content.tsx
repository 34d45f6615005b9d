/** The content, inserted as DOM nodes instead of React elements, because it is long and static. */
import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from 'react'
import type * as Mathematics from './mathematics.ts'
import type { EntryHead } from '../../model/rows.ts'
import { $contents, $entrySummaries } from '../../model/entries/index.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $imageProxy, isPictureProxied } from '../../model/session/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { cleanContent, isPrepared, prepare, useCleaner } from './clean-content.ts'
import { containsMathematics } from './contains-mathematics.ts'
import { FootnotePopover, type OpenNote } from './footnote-popover.tsx'
import { NOTE_REFERENCE, noteOf, targetOf } from './footnotes.ts'
import { openFrame } from './frames.ts'
import { picturesOf } from './pictures-of.ts'
import { EntryHighlights } from './entry-highlights.tsx'
import { SelectedTextBar } from './selected-text-bar.tsx'
import { useSelectedRange } from './use-selected-range.ts'
import { HighlightedPassage } from './highlighted-passage.tsx'
import type { Sizes } from './pictures.ts'
import type { ContentOptions } from './sanitise.ts'
import { translateContent, type ContentTranslation } from './translate-content.ts'
import { useContentPictures } from './use-content-pictures.ts'

const CodeCopy = lazy(() => import('./code-copy.tsx'))

/** The renderer of formulas, once an entry has needed it. */
let mathematics: typeof Mathematics | undefined

/** Elements from which on those out of view are not laid out. */
const HUGE = 400

/** How many of the latest contents are cleaned ahead. */
const PREPARED = 7

/** @param run receives a function that tells whether idle time remains */
const idle = (run: (hasTime: () => boolean) => void): (() => void) => {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(() => run(() => true), 50)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback((deadline) => run(() => deadline.timeRemaining() > 2), { timeout: 500 })
  return () => cancelIdleCallback(id)
}

export const Content = memo(function Content({
  html,
  summary,
  translation,
}: {
  readonly html: string
  readonly summary: EntryHead
  /** Memoised. */
  readonly translation: ContentTranslation | null
}) {
  const { t, i18n } = useTranslation()
  const { appearance, imageProxy } = useUnit({ appearance: $appearance, imageProxy: $imageProxy })
  const scope = useProvidedScope()
  const box = useRef<HTMLDivElement>(null)
  const selectedRange = useSelectedRange(box)
  const isLoaded = useCleaner()
  const inlineStyle = appearance.readerRenderInlineStyle
  const { language } = i18n
  // `t` is another one when further messages have loaded: the content would be put in anew, and what is selected be lost.
  const textOf = useMemo(() => i18n.getFixedT(language, 'app'), [i18n, language])
  const tableLabel = t('entry.table')
  const options = useMemo(
    (): Options => ({
      inlineStyle,
      frameLabel: (host) => textOf('reading.loadFrame', { host }),
      tableLabel,
      isProxied: (address) => isPictureProxied(imageProxy, window.location.href, address),
      removedMessage: (pixels, parameters) =>
        pixels + parameters > 0 ? textOf('reading.removed', { pixels, parameters }) : null,
    }),
    [inlineStyle, imageProxy, tableLabel, textOf],
  )
  // The same while they say the same: a summary is another object after each change of its entry, such as being read.
  const media = JSON.stringify(summary.media)
  const { url, title } = summary
  const ownOptions = useMemo(
    () => optionsFor({ url, title, media: JSON.parse(media) as EntryHead['media'] }, options),
    [options, url, title, media],
  )
  const variant = `${inlineStyle ? 'styled' : 'plain'} ${imageProxy}`
  const themes = useMemo(
    () => ({ light: appearance.codeHighlightThemeLight, dark: appearance.codeHighlightThemeDark }),
    [appearance.codeHighlightThemeLight, appearance.codeHighlightThemeDark],
  )

  useLayoutEffect(() => {
    const content = isLoaded && cleanContent(html, ownOptions, variant)
    const element = box.current
    if (!content || !element) return
    if (translation)
      translateContent(content, translation, (markup) => cleanContent(markup, ownOptions, variant))
    element.toggleAttribute('data-huge', content.childElementCount > HUGE)
    element.replaceChildren(content)
    if (!containsMathematics(element.textContent ?? '')) return
    if (mathematics) return mathematics.renderMathematics(element)
    let current = true
    const render = async () => {
      mathematics = await import('./mathematics.ts')
      if (current) mathematics.renderMathematics(element)
    }
    void render()
    return () => {
      current = false
    }
  }, [html, ownOptions, translation, variant, isLoaded])

  // The same reasons as those of the effect above, which has put the nodes in.
  const shown = useMemo(
    () => ({ html, ownOptions, translation, variant, isLoaded }),
    [html, ownOptions, translation, variant, isLoaded],
  )
  const pictures = useContentPictures(box, shown, t('reading.pictureFailed'))

  useEffect(() => {
    const element = box.current
    if (!element?.querySelector('pre')) return
    let current = true
    // Code is highlighted after the text is visible, when the browser is idle.
    const colour = async () => {
      const { colourCode } = await import('./colour-code.ts')
      if (current) await colourCode(element, themes, appearance.guessCodeLanguage)
    }
    const stop = idle(() => void colour())
    return () => {
      current = false
      stop()
    }
  }, [shown, themes, appearance.guessCodeLanguage])

  useEffect(() => {
    if (!isLoaded || !scope) return
    let stop = () => {}
    // Cleans the content of neighbouring entries ahead, one at a time while the browser is idle.
    const cleanAhead = () => {
      stop()
      stop = idle((hasTime) => {
        const summaries = scope.getState($entrySummaries)
        for (const [id, { content }] of [...scope.getState($contents)].slice(-PREPARED)) {
          if (!content || isPrepared(content, variant)) continue
          prepare(content, optionsFor(summaries.get(id), options), variant)
          if (!hasTime()) return cleanAhead()
        }
      })
    }
    cleanAhead()
    // A watcher, not useUnit: neighbours' content must not render this component.
    const unwatch = createWatch({ unit: $contents, scope, fn: cleanAhead })
    return () => {
      unwatch()
      stop()
    }
  }, [scope, isLoaded, options, variant])

  const openDialog = useUnit(dialogOpened)
  const [note, setNote] = useState<OpenNote | null>(null)
  const closeNote = useCallback(() => setNote(null), [])
  // Closed with its text, and nothing is set where none is open: each step would render once more for it.
  useEffect(() => {
    if (note === null) return
    return () => setNote((opened) => (opened === note ? null : opened))
  }, [note, html, translation])
  const clicked = (event: MouseEvent) => {
    const element = box.current
    const target = event.target as Element
    const frameButton = target.closest<HTMLElement>('[data-frame]')
    if (frameButton) return openFrame(frameButton)
    if (target instanceof HTMLImageElement && !target.closest('a')) {
      const props = picturesOf(target.closest('article') ?? event.currentTarget, { first: target })
      if (props) openDialog({ id: 'entry-pictures', props, followsEntries: true })
      return
    }
    const link = target.closest<HTMLAnchorElement>('a[href^="#"]')
    if (!link || !element) return
    event.preventDefault()
    const content = link.hasAttribute(NOTE_REFERENCE) ? noteOf(element, link) : null
    if (content) setNote({ link, content })
    else showTarget(targetOf(element, link))
  }

  return (
    <>
      {/* What a plugin styles in the content is cut off at its edges. */}
      <div className="entry-content-frame">
        <div
          ref={box}
          className="ui-prose entry-content"
          dir="auto"
          lang={translation?.mode === 'translation-only' ? translation.language : undefined}
          onClick={clicked}
          onLoadCapture={pictures.onLoadCapture}
          onErrorCapture={pictures.onErrorCapture}
        />
      </div>
      <HighlightedPassage entryId={summary.id} content={box} shown={shown} />
      <EntryHighlights entryId={summary.id} content={box} selectedRange={selectedRange} />
      {html.includes('<pre') && (
        <Suspense>
          <CodeCopy content={box} />
        </Suspense>
      )}
      <SelectedTextBar entry={summary} content={box} selectedRange={selectedRange} />
      {note && <FootnotePopover note={note} onClose={closeNote} />}
    </>
  )
})

/** Scrolls to the target of a link within the entry, and focuses the link back or the target for the keyboard. */
function showTarget(target: HTMLElement | null): void {
  if (!target) return
  target.scrollIntoView({ block: 'start' })
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

type Options = Omit<ContentOptions, 'sizes' | 'page' | 'title'>
const optionsFor = (
  summary: Pick<EntryHead, 'url' | 'title' | 'media'> | undefined,
  options: Options,
): ContentOptions => ({
  ...options,
  page: summary?.url ?? null,
  title: summary?.title ?? null,
  sizes: sizesOf(summary?.media ?? []),
})

function sizesOf(media: EntryHead['media']): Sizes {
  return new Map(
    media.flatMap(({ url, width, height }) => (width && height ? [[url, { width, height }] as const] : [])),
  )
}
