import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { UserHighlight } from '../../../model/highlights/index.ts'
import {
  AppearanceIcon,
  DeleteIcon,
  EditIcon,
  IconButton,
  RowButton,
  useTranslation,
} from '../../../ui/index.ts'

type HighlightRowProps = {
  readonly highlight: UserHighlight
  /** The row of the highlight that is current in its entry. */
  readonly current?: boolean
  /** Between the texts and the buttons. */
  readonly message?: ReactNode
  /** Beside the buttons. */
  readonly detail?: ReactNode
  readonly onOpen: (event: MouseEvent) => void
  readonly onFocus?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** A highlight or a note of a list `.highlight-rows`. */
export function HighlightRow({
  highlight: { id, quote, note, color },
  current = false,
  message,
  detail,
  onOpen,
  onFocus,
  onKeyDown,
}: HighlightRowProps) {
  const { t } = useTranslation('app')
  const args = JSON.stringify({ highlight: id })
  return (
    <li
      data-highlight-id={id}
      data-accent={quote ? color : undefined}
      aria-current={current ? 'true' : undefined}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <RowButton className="highlight-open" dir="auto" onClick={onOpen}>
        {quote ? <q>{quote.exact}</q> : <span className="highlight-note">{note}</span>}
      </RowButton>
      {quote && note !== null && (
        <p className="highlight-note" dir="auto">
          {note}
        </p>
      )}
      {message}
      <span className="highlight-actions">
        {detail}
        <IconButton
          size="small"
          label={t(note === null ? 'highlights.addNote' : 'highlights.editNote')}
          icon={<EditIcon aria-hidden="true" />}
          commandId="highlight:note"
          data-command-args={args}
        />
        {quote && (
          <IconButton
            size="small"
            label={t('highlights.changeColor')}
            icon={<AppearanceIcon aria-hidden="true" />}
            commandId="highlight:recolor"
            data-command-args={args}
          />
        )}
        <IconButton
          size="small"
          label={t(quote ? 'highlights.delete' : 'highlights.deleteNote')}
          icon={<DeleteIcon aria-hidden="true" />}
          commandId="highlight:delete"
          data-command-args={args}
        />
      </span>
    </li>
  )
}
