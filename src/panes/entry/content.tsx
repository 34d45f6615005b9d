/** The content itself: put on the page as nodes, not through React, because it is long and does not change. */
import { useUnit } from 'effector-react'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntryHead } from '../../model/index.ts'
import { $appearance, $bodies, $general, $services } from '../../model/index.ts'
import { cleanContent, prepare, useCleaner } from './clean-content.ts'
import { openFrame } from './frames.ts'
import { hostOf } from './links.ts'
import type { Sizes } from './pictures.ts'
import type { ContentOptions } from './sanitise.ts'

const idle = (run: () => void): (() => void) => {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 50)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: 500 })
  return () => cancelIdleCallback(id)
}

export const Content = memo(function Content({
  html,
  head,
}: {
  readonly html: string
  readonly head: EntryHead
}) {
  const { t } = useTranslation()
  const { appearance, general, bodies } = useUnit({
    appearance: $appearance,
    general: $general,
    bodies: $bodies,
  })
  const box = useRef<HTMLDivElement>(null)
  const there = useCleaner()
  const inlineStyle = appearance.readerRenderInlineStyle
  const options = useMemo(
    (): ContentOptions => ({
      inlineStyle,
      sizes: sizesOf(head),
      frameWords: (host) => t('entry.loadFrame', { host }),
      tableWords: t('entry.table'),
      removedWords: (pixels, parameters) =>
        pixels + parameters > 0 ? t('entry.removed', { pixels, parameters }) : null,
    }),
    [inlineStyle, head, t],
  )
  const variant = inlineStyle ? 'styled' : 'plain'
  const themes = useMemo(
    () => ({ light: appearance.codeHighlightThemeLight, dark: appearance.codeHighlightThemeDark }),
    [appearance.codeHighlightThemeLight, appearance.codeHighlightThemeDark],
  )

  useLayoutEffect(() => {
    const content = there && cleanContent(html, options, variant)
    if (content) box.current?.replaceChildren(content)
  }, [html, options, variant, there])

  useEffect(() => {
    const element = box.current
    if (!element?.querySelector('pre')) return
    let wanted = true
    // The words are on the page first; colours come when there is time, and only where there is code.
    const colour = async () => {
      const { colourCode } = await import('./colour-code.ts')
      if (wanted) await colourCode(element, themes, appearance.guessCodeLanguage)
    }
    const stop = idle(() => void colour())
    return () => {
      wanted = false
      stop()
    }
  }, [html, there, themes, appearance.guessCodeLanguage])

  useEffect(() => {
    if (!there) return
    // The neighbours' content is cleaned ahead, so that the next step finds it ready.
    return idle(() => {
      for (const body of [...bodies.values()].slice(-6))
        if (body.content) prepare(body.content, options, variant)
    })
  }, [bodies, there, options, variant])

  const warn = general.jumpOutLinkWarn
  const services = useUnit($services)
  const clicked = (event: MouseEvent) => {
    const target = event.target as Element
    const door = target.closest<HTMLElement>('[data-frame]')
    if (door) return openFrame(door)
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const address = link?.getAttribute('href') ?? ''
    if (address.startsWith('#')) {
      event.preventDefault()
      const place = box.current?.querySelector<HTMLElement>(
        `[id="${CSS.escape(address.slice(1))}"], [name="${CSS.escape(address.slice(1))}"]`,
      )
      place?.scrollIntoView({ block: 'start' })
      return
    }
    if (!link?.hasAttribute('data-suspicious') || !warn) return
    event.preventDefault()
    const host = hostOf(link.href) ?? link.href
    // oxlint-disable-next-line no-alert -- a question that must be answered before anything else happens
    if (window.confirm(t('entry.suspicious', { words: link.textContent?.trim(), host })))
      services.world.openAddress(link.href)
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

function sizesOf(head: EntryHead): Sizes {
  return new Map(
    head.media.flatMap(({ url, width, height }) =>
      width && height ? [[url, { width, height }] as const] : [],
    ),
  )
}
