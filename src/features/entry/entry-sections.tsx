import { useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { memoizeByObject } from '../../core/index.ts'
import { useTranslation } from '../../ui/index.ts'
import type { EntryPanel, EntryPanelProps } from '../feature.ts'
import { $entryPanels } from '../registry.ts'
import './entry-sections.css'

const sectionOf = memoizeByObject(({ id, load, below }: EntryPanel) => ({
  id,
  titleKey: below?.titleKey ?? '',
  Component: lazy(load),
}))
const $sections = $entryPanels.map((panels) => panels.filter(({ below }) => below).map(sectionOf))

/** How far below what is seen a section begins to load. */
const NEAR = '0px 0px 400px'

/** Sections of plugins below the content. Each loads when it comes near what the user sees. */
export function EntrySections(props: EntryPanelProps) {
  const sections = useUnit($sections)
  const [isNear, setNear] = useState(false)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { root: element.closest('[data-entry-scroll]'), rootMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  if (!isNear) return <div ref={mark} />
  return sections.map(({ id, titleKey, Component }) => (
    <EntrySection key={id} titleKey={titleKey} Component={Component} {...props} />
  ))
}

/** Its heading is hidden by the styles while there is nothing below it. */
function EntrySection({
  titleKey,
  Component,
  ...props
}: EntryPanelProps & { readonly titleKey: string; readonly Component: ComponentType<EntryPanelProps> }) {
  const { t } = useTranslation([titleKey.split(':')[0] ?? ''])
  return (
    <section className="entry-section" aria-label={t(titleKey)}>
      <h2>{t(titleKey)}</h2>
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    </section>
  )
}
