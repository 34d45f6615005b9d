/** The content, inserted as DOM nodes instead of React elements, because it is long and static. */
import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, type MouseEvent } from 'react'
import type { EntryHead } from '../../model/index.ts'
import { $appearance, $contents, $general, $entrySummaries, $services } from '../../model/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { cleanContent, isPrepared, prepare, useCleaner } from './clean-content.ts'
import { openFrame } from './frames.ts'
import { hostOf } from './links.ts'
import type { Sizes } from './pictures.ts'
import type { ContentOptions } from './sanitise.ts'

/** How many of the latest contents are cleaned asummary. */
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
}: {
  readonly html: string
  readonly summary: EntryHead
}) {
  const { t } = useTranslation()
  const { appearance, general } = useUnit({ appearance: $appearance, general: $general })
  const scope = useProvidedScope()
  const box = useRef<HTMLDivElement>(null)
  const isLoaded = useCleaner()
  const inlineStyle = appearance.readerRenderInlineStyle
  const options = useMemo(
    (): Options => ({
      inlineStyle,
      frameLabel: (host) => t('entry.loadFrame', { host }),
      tableLabel: t('entry.table'),
      removedMessage: (pixels, parameters) =>
        pixels + parameters > 0 ? t('entry.removed', { pixels, parameters }) : null,
    }),
    [inlineStyle, t],
  )
  const variant = inlineStyle ? 'styled' : 'plain'
  const themes = useMemo(
    () => ({ light: appearance.codeHighlightThemeLight, dark: appearance.codeHighlightThemeDark }),
    [appearance.codeHighlightThemeLight, appearance.codeHighlightThemeDark],
  )

  useLayoutEffect(() => {
    const content = isLoaded && cleanContent(html, withSizes(options, summary), variant)
    if (content) box.current?.replaceChildren(content)
  }, [html, summary, options, variant, isLoaded])

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
  }, [html, isLoaded, themes, appearance.guessCodeLanguage])

  useEffect(() => {
    if (!isLoaded || !scope) return
    let stop = () => {}
    // Cleans the content of neighbouring entries asummary, one at a time while the browser is idle.
    const cleanAsummary = () => {
      stop()
      stop = idle((hasTime) => {
        const summarys = scope.getState($entrySummaries)
        for (const [id, { content }] of [...scope.getState($contents)].slice(-PREPARED)) {
          if (!content || isPrepared(content, variant)) continue
          prepare(content, withSizes(options, summarys.get(id)), variant)
          if (!hasTime()) return cleanAsummary()
        }
      })
    }
    cleanAsummary()
    // A watcher, not useUnit: neighbours' content must not render this component.
    const unwatch = createWatch({ unit: $contents, scope, fn: cleanAsummary })
    return () => {
      unwatch()
      stop()
    }
  }, [scope, isLoaded, options, variant])

  const warn = general.jumpOutLinkWarn
  const services = useUnit($services)
  const clicked = (event: MouseEvent) => {
    const target = event.target as Element
    const frameButton = target.closest<HTMLElement>('[data-frame]')
    if (frameButton) return openFrame(frameButton)
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const address = link?.getAttribute('href') ?? ''
    if (address.startsWith('#')) {
      event.preventDefault()
      const anchor = box.current?.querySelector<HTMLElement>(
        `[id="${CSS.escape(address.slice(1))}"], [name="${CSS.escape(address.slice(1))}"]`,
      )
      anchor?.scrollIntoView({ block: 'start' })
      return
    }
    if (!link?.hasAttribute('data-suspicious') || !warn) return
    event.preventDefault()
    const host = hostOf(link.href) ?? link.href
    // oxlint-disable-next-line no-alert -- a question that must be answered before anything else happens
    if (window.confirm(t('entry.suspicious', { words: link.textContent?.trim(), host })))
      services.platform.openAddress(link.href)
  }

  return (
    <div
      ref={box}
      className="ui-prose entry-content"
      dir="auto"
      onClick={clicked}
      onErrorCapture={(event) => (event.target as Element).setAttribute('data-failed', '')}
    />
  )
})

type Options = Omit<ContentOptions, 'sizes'>
const withSizes = (options: Options, summary: EntryHead | undefined): ContentOptions => ({
  ...options,
  sizes: sizesOf(summary?.media ?? []),
})

function sizesOf(media: EntryHead['media']): Sizes {
  return new Map(
    media.flatMap(({ url, width, height }) => (width && height ? [[url, { width, height }] as const] : [])),
  )
}
