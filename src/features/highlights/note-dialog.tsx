import { useUnit } from 'effector-react'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { MAX_NOTE } from '../../contract/limits.ts'
import { $highlights, highlightCreated, highlightUpdated } from '../../model/highlights/index.ts'
import { Button, Dialog, TextArea, useTranslation } from '../../ui/index.ts'
import './highlights.css'

/** Of a highlight or note that is there, or of a new note on an entry. */
export const propsSchema = z.union([z.object({ id: z.string() }), z.object({ entryId: z.string() })])
export type NoteProps = z.infer<typeof propsSchema>

/** Writes a note. $mod+Enter saves. */
export default function NoteDialog({ onClose, ...props }: NoteProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const { highlights, create, update } = useUnit({
    highlights: $highlights,
    create: highlightCreated,
    update: highlightUpdated,
  })
  const highlight = 'id' in props ? highlights.find(({ id }) => id === props.id) : undefined
  const [note, setNote] = useState(highlight?.note ?? '')
  const form = useRef<HTMLFormElement>(null)
  /** A note on an entry is nothing without words; the note of a highlight can be removed. */
  const isEmpty = note.trim() === '' && !highlight?.quote
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return
    const text = note.trim() || null
    if (highlight) update({ id: highlight.id, note: text })
    else if ('entryId' in props) create({ entryId: props.entryId, quote: null, position: null, note: text })
    onClose()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <Dialog
      open
      size="small"
      title={t(highlight?.note == null ? 'highlights.addNote' : 'highlights.editNote')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" form="note" keys="$mod+Enter" disabled={isEmpty}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id="note" ref={form} className="note-form" onSubmit={submit} onKeyDown={pressed}>
        {highlight?.quote && (
          <blockquote className="note-quote" data-accent={highlight.color} dir="auto">
            {highlight.quote.exact}
          </blockquote>
        )}
        <TextArea
          label={t('highlights.note')}
          autoFocus
          rows={6}
          dir="auto"
          maxLength={MAX_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
