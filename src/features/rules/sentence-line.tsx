import type { ReactNode, Ref } from 'react'
import { CloseIcon, IconButton } from '../../ui/index.ts'

type SentenceLineProps = {
  /** The word that joins the line to the sentence: when, and, then. */
  readonly word: string
  readonly children: ReactNode
  readonly removeLabel: string
  readonly onRemove: () => void
  /** Names the line among those of its sentence. */
  readonly part?: string
  readonly ref?: Ref<HTMLDivElement>
}

/** A line of the sentence that a rule is written as, with the button that takes it away. */
export function SentenceLine({ word, children, removeLabel, onRemove, part, ref }: SentenceLineProps) {
  return (
    <div className="sentence-line" data-part={part} ref={ref}>
      <span className="sentence-word">{word}</span>
      <div className="sentence-parts">{children}</div>
      <IconButton size="small" icon={<CloseIcon />} label={removeLabel} onClick={onRemove} />
    </div>
  )
}
