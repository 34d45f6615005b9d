/** A button that copies a block of code: at the block under the pointer, or the one that has the focus. */
import { createWatch, type Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { $firstKeys } from '../../model/app/index.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { codeCopyRequested, codeShown } from '../../model/browser-actions/code.ts'
import { CopyIcon, DoneIcon, IconButton, useTranslation } from '../../ui/index.ts'
import { textOfCode } from './text-of-code.ts'
import './code-copy.css'

type CodeCopyProps = { readonly content: RefObject<HTMLElement | null> }

export default function CodeCopy({ content }: CodeCopyProps) {
  const { t } = useTranslation(['app', 'shortcuts'])
  const scope = useProvidedScope() as Scope
  const { keys, copy, shown } = useUnit({ keys: $firstKeys, copy: textCopied, shown: codeShown })
  const [block, setBlock] = useState<HTMLElement | null>(null)
  const [copied, setCopied] = useState<HTMLElement | null>(null)
  const button = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown(true)
    return () => void shown(false)
  }, [shown])
  useEffect(() => {
    // The pointer may have been there before this was loaded.
    setBlock(content.current?.querySelector<HTMLElement>('pre:hover') ?? null)
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    const point = ({ target }: Event) => {
      if (!(target instanceof Element) || button.current?.contains(target)) return
      const next = target.closest<HTMLElement>('pre')
      setBlock(next && content.current?.contains(next) ? next : null)
    }
    const hide = (event: Event) => {
      // Long lines scroll within the block, below the button.
      if (!(event.target instanceof Element && event.target.closest('pre'))) setBlock(null)
    }
    for (const type of ['pointermove', 'pointerdown', 'focusin'])
      document.addEventListener(type, point, options)
    document.addEventListener('scroll', hide, options)
    return () => listening.abort()
  }, [content])
  useEffect(
    () =>
      createWatch({
        unit: codeCopyRequested,
        scope,
        fn: () => {
          const blocks = [...(content.current?.querySelectorAll<HTMLElement>('pre') ?? [])]
          const wanted = codeBlockAtHand(blocks, block)
          if (!wanted) return
          copy(textOfCode(wanted))
          setCopied(wanted)
        },
      }),
    [scope, content, block, copy],
  )
  if (!block?.isConnected) return null
  const { top, right } = block.getBoundingClientRect()
  return createPortal(
    <div
      ref={button}
      className="code-copy"
      style={{ top: Math.max(top, 0), right: window.innerWidth - right }}
    >
      <IconButton
        size="small"
        variant="plain"
        tabIndex={-1}
        label={t('shortcuts:entry.copyCode')}
        keys={keys.get('entry:copy-code')}
        commandId="entry:copy-code"
        icon={copied === block ? <DoneIcon aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
      />
    </div>,
    document.body,
  )
}

/** The block that is meant: under the pointer, focused, or else the first that is in view. */
export function codeBlockAtHand(
  blocks: readonly HTMLElement[],
  pointed: HTMLElement | null,
): HTMLElement | undefined {
  if (pointed && blocks.includes(pointed)) return pointed
  const focused = blocks.find((block) => block.contains(document.activeElement))
  const visible = blocks.find((block) => {
    const { top, bottom } = block.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  })
  return focused ?? visible ?? blocks[0]
}
