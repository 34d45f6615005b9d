import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { infoNotified } from '../../model/app/index.ts'
import { dialogOpened, focusRequested } from '../../model/layout/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { headingStepped, readingRequested } from '../../model/reading/index.ts'
import { captureKeys } from '../../ui/index.ts'
import { headingAfter, headingsOf, topsOf } from './headings.ts'
import { picturesOf } from './pictures-of.ts'

const ContentsPanel = lazy(async () => ({ default: (await import('./contents-panel.tsx')).ContentsPanel }))
const TextPanel = lazy(async () => ({ default: (await import('./text-panel.tsx')).TextPanel }))
const FindBar = lazy(async () => ({ default: (await import('./find-bar.tsx')).FindBar }))

/**
 * Fulfils the requests of the reading commands.
 * @param content changes when other content is rendered; @returns the open panel
 */
export function useReading(
  scroller: RefObject<HTMLElement | null>,
  id: string | null,
  content: unknown,
): ReactNode {
  const scope = useProvidedScope()
  const { focus, open, inform } = useUnit({ focus: focusRequested, open: dialogOpened, inform: infoNotified })
  const [panel, setPanel] = useState<'contents' | 'find' | 'text' | null>(null)
  const close = useCallback(() => {
    setPanel(null)
    focus('entry-render')
    scroller.current?.focus({ preventScroll: true })
  }, [focus, scroller])

  // The contents are those of one entry. Nothing is set where nothing is open: each step would render once more for it.
  useEffect(() => {
    if (panel !== 'contents') return
    return () => setPanel((opened) => (opened === 'contents' ? null : opened))
  }, [panel, id])
  useEffect(() => {
    if (!scope) return
    const stops = [
      createWatch({
        unit: readingRequested,
        scope,
        fn: (request) => {
          const element = scroller.current
          if (!element || request === 'open-pictures') return
          if (request === 'contents' || request === 'find' || request === 'text')
            return setPanel((opened) => (opened === request ? null : request))
          if (request === 'print') return window.print()
          if (request === 'notes') {
            const rows = element.querySelectorAll<HTMLElement>('.highlight-open')
            const current = element.querySelector<HTMLElement>('[aria-current] > .highlight-open')
            return (current ?? rows[0])?.focus()
          }
          const viewport = element.getBoundingClientRect()
          const props = picturesOf(element, { viewport })
          if (props) open({ id: 'entry-pictures', props, followsEntries: true })
          else inform({ key: 'app:reading.noPictures' })
        },
      }),
      createWatch({
        unit: headingStepped,
        scope,
        fn: ({ by }) => {
          const element = scroller.current
          if (!element) return
          const headings = headingsOf(element)
          const index = headingAfter(topsOf(headings, element), by)
          const isCalm =
            scope.getState($appearance).reduceMotion || matchMedia('(prefers-reduced-motion)').matches
          const behavior = isCalm ? 'instant' : 'smooth'
          if (index === null) element.scrollTo({ top: 0, behavior })
          else headings[index]?.element.scrollIntoView({ block: 'start', behavior })
        },
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scope, scroller, open, inform])

  const typed = useRef('')
  const element = scroller.current
  if (panel === null || !element) return null
  return (
    <Suspense fallback={<TypedAhead onText={(text) => (typed.current += text)} />}>
      {panel === 'contents' ? (
        <ContentsPanel
          key={id}
          scroller={element}
          onClose={close}
          onSelect={(heading) => {
            heading.element.scrollIntoView({ block: 'start' })
            close()
          }}
        />
      ) : panel === 'find' ? (
        <FindBar scroller={element} content={content} typed={typed} onClose={close} />
      ) : (
        <TextPanel onClose={close} />
      )}
    </Suspense>
  )
}

/** Receives what is typed while a panel loads, so that the letters run no commands. */
function TypedAhead({ onText }: { readonly onText: (text: string) => void }) {
  useEffect(
    () =>
      captureKeys(({ key }) => {
        if (key.length === 1) onText(key)
        return key !== 'Escape'
      }),
    [onText],
  )
  return null
}
