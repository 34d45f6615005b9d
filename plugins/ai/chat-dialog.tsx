/** The dialog in which the user asks the model about entries. */
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState, type ComponentType, type FormEvent, type KeyboardEvent } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import type { z } from '../../src/plugin-api/manifest.ts'
import { Button, Dialog, Icon, TextArea, useTranslation } from '../../src/plugin-api/ui.ts'
import type { chatProps } from './chat-props.ts'
import { ChatTurn } from './chat-turn.tsx'
import type { ChatModel } from './chat.ts'
import { Cost } from './model-notes.tsx'
import type { Usage } from './usage.ts'
import './chat-dialog.css'

/** Titles that stand below the heading. */
const TITLES = 3
/** Characters. */
const QUESTION_MAX = 4000

type ChatDialogProps = z.output<typeof chatProps> & { readonly onClose: () => void }

export const createChatDialog = (
  model: ChatModel,
  $usage: Usage,
  { textCopied }: Pick<ClientHost, 'textCopied'>,
): ComponentType<ChatDialogProps> =>
  function ChatDialog({ entries, onClose }) {
    const { t, i18n } = useTranslation(['ai', 'common', 'app'])
    const { turns, request, error } = useUnit(model.$chat)
    const { opened, closed, submit, repeat, cancel, clear, copy } = useUnit({
      opened: model.opened,
      closed: model.closed,
      submit: model.questionSubmitted,
      repeat: model.repeated,
      cancel: model.cancelled,
      clear: model.cleared,
      copy: textCopied,
    })
    const ids = entries.map(({ id }) => id).join(' ')
    useEffect(() => {
      opened(ids.split(' '))
      return () => closed()
    }, [opened, closed, ids])
    const last = useRef<HTMLLIElement>(null)
    useEffect(() => void last.current?.scrollIntoView({ block: 'start' }), [turns.length])
    const [question, setQuestion] = useState('')
    const field = useRef<HTMLTextAreaElement>(null)
    /** The button that was pressed goes: the focus returns to the field. */
    const thenFocus = (act: () => void) => () => {
      act()
      field.current?.focus()
    }
    const isPending = request !== null
    const send = () => {
      if (question.trim() === '' || isPending) return
      submit(question.trim())
      setQuestion('')
    }
    const onSubmit = (event: FormEvent) => {
      event.preventDefault()
      send()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey) return
      event.preventDefault()
      send()
    }
    const titleOf = (title: string | null) => title ?? t('app:entry.untitled')
    const listOf = (titles: readonly string[]) => new Intl.ListFormat(i18n.language).format(titles)
    const titlesOf = (entryIds: readonly string[]) =>
      listOf(entries.filter(({ id }) => entryIds.includes(id)).map(({ title }) => titleOf(title)))
    return (
      <Dialog
        open
        size="large"
        title={t('chat.title', { count: entries.length })}
        description={listOf(entries.slice(0, TITLES).map(({ title }) => titleOf(title)))}
        icon={<Icon name="help" />}
        closeLabel={t('common:action.close')}
        onClose={onClose}
        actions={
          <form className="ai-question" onSubmit={onSubmit}>
            <TextArea
              ref={field}
              label={t('chat.question')}
              hint={t('chat.questionHint')}
              rows={2}
              maxLength={QUESTION_MAX}
              value={question}
              onChange={(event) => setQuestion(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <div className="ui-buttons ai-question-actions" data-align="end">
              <Cost $usage={$usage} />
              {turns.length > 0 && (
                <Button variant="quiet" disabled={isPending} onClick={thenFocus(clear)}>
                  {t('chat.clear')}
                </Button>
              )}
              {isPending ? (
                <Button onClick={thenFocus(cancel)}>{t('chat.stop')}</Button>
              ) : (
                <Button type="submit" variant="primary" disabled={question.trim() === ''}>
                  {t('chat.send')}
                </Button>
              )}
            </div>
          </form>
        }
      >
        {turns.length === 0 ? (
          <p className="ai-note">{t('chat.intro')}</p>
        ) : (
          <ol className="ai-turns" aria-label={t('chat.turns')} aria-busy={isPending}>
            {turns.map((turn, at) => {
              const isLast = at === turns.length - 1
              return (
                // Turns have no identity but their position.
                <li key={at} ref={isLast ? last : undefined}>
                  <ChatTurn
                    turn={turn}
                    cutTitles={turn.cutEntryIds.length > 0 ? titlesOf(turn.cutEntryIds) : null}
                    isPending={isLast && isPending}
                    error={isLast ? error : null}
                    onCopy={() => copy(turn.answer)}
                    onRepeat={isLast ? thenFocus(repeat) : null}
                  />
                </li>
              )
            })}
          </ol>
        )}
      </Dialog>
    )
  }
