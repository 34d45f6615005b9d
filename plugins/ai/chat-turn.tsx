import { Button, Icon, Markdown, Notice, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import type { Turn } from './conversation.ts'
import { Failure } from './model-notes.tsx'

type ChatTurnProps = {
  readonly turn: Turn
  /** Entries whose end the model does not read, as a list in words; null: it reads all. */
  readonly cutTitles: string | null
  readonly isPending: boolean
  /** null: it has not failed. */
  readonly error: unknown
  readonly onCopy: () => void
  /** Requests another answer; null where it is not the last question. */
  readonly onRepeat: (() => void) | null
}

/** A question and its answer. */
export function ChatTurn({ turn, cutTitles, isPending, error, onCopy, onRepeat }: ChatTurnProps) {
  const { t } = useTranslation('ai')
  const { question, answer, isComplete } = turn
  return (
    <>
      <p className="ai-chat-question" dir="auto">
        {question}
      </p>
      {cutTitles !== null && <Notice>{t('chat.cut', { titles: cutTitles })}</Notice>}
      {answer !== '' && (
        <div dir="auto">
          <Markdown text={answer} />
        </div>
      )}
      {isPending && answer === '' && <SkeletonText lines={3} />}
      {error !== null && onRepeat && <Failure error={error} onRetry={onRepeat} />}
      <div className="ai-footer">
        {isPending && (
          <span className="ai-note" role="status">
            {t('chat.writing')}
          </span>
        )}
        {!isPending && error === null && !isComplete && (
          <span className="ai-note">{t('chat.incomplete')}</span>
        )}
        {isComplete && answer === '' && <span className="ai-note">{t('chat.noAnswer')}</span>}
        {!isPending && answer !== '' && (
          <Button size="small" variant="quiet" icon={<Icon name="copy" />} onClick={onCopy}>
            {t('chat.copy')}
          </Button>
        )}
        {!isPending && error === null && onRepeat && (
          <Button size="small" variant="quiet" icon={<Icon name="refresh" />} onClick={onRepeat}>
            {t('chat.repeat')}
          </Button>
        )}
      </div>
    </>
  )
}
