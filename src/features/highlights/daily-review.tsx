import { useUnit } from 'effector-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { $highlights, highlightOpened } from '../../model/highlights/index.ts'
import {
  $reviews,
  dailyReview,
  dayOf,
  highlightReviewed,
  type ReviewAnswer,
} from '../../model/highlights/review.ts'
import { $services } from '../../model/services.ts'
import {
  Button,
  IconButton,
  NextIcon,
  PreviousIcon,
  RelativeTime,
  SuccessIcon,
  useTranslation,
} from '../../ui/index.ts'

/** The keys of the card, beside Enter, which opens the entry. */
const answerKeys: Readonly<Record<ReviewAnswer, string>> = { keep: 'y', later: 'l', archive: 'a' }
const answers = Object.keys(answerKeys) as readonly ReviewAnswer[]

/** Five highlights of earlier days, one at a time. Nothing on a day without any. @param isOpened by the command: it has the focus */
export function DailyReview({ isOpened }: { readonly isOpened: boolean }) {
  const { t } = useTranslation(['sources', 'common'])
  const { highlights, reviews, services, review, open } = useUnit({
    highlights: $highlights,
    reviews: $reviews,
    services: $services,
    review: highlightReviewed,
    open: highlightOpened,
  })
  const [today] = useState(() => dayOf(services.clock.now()))
  const five = dailyReview(highlights, reviews, today)
  // null: nobody has moved yet. Answers of other devices may still come.
  const [chosen, setAt] = useState<number | null>(null)
  const at =
    chosen ??
    Math.max(
      0,
      five.findIndex(({ isAnswered }) => !isAnswered),
    )
  const card = useRef<HTMLDivElement>(null)
  const hasAny = five.length > 0
  useEffect(() => {
    if (isOpened && hasAny) card.current?.focus()
  }, [isOpened, hasAny])
  const position = Math.min(at, five.length - 1)
  const shown = five[position]
  if (!shown)
    return isOpened ? (
      <section className="daily-review" aria-label={t('highlights.review.title')}>
        <div className="ui-buttons daily-review-bar">
          <h2>{t('highlights.review.title')}</h2>
        </div>
        <p className="highlights-count">{t('highlights.review.none')}</p>
      </section>
    ) : null
  const { highlight, isAnswered } = shown
  const left = five.filter((one) => !one.isAnswered).length
  const go = (to: number) => setAt((to + five.length) % five.length)
  const answer = (how: ReviewAnswer) => {
    review({ id: highlight.id, answer: how, today })
    const after = [...five.keys()].map((step) => (position + 1 + step) % five.length)
    const next = after.find((index) => index !== position && five[index]?.isAnswered === false)
    if (next !== undefined) setAt(next)
    card.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { j: 1, ArrowDown: 1, ArrowRight: 1, k: -1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const how = answers.find((one) => answerKeys[one] === event.key)
    const opens = event.key === 'Enter' && event.target === event.currentTarget
    if (step === undefined && !how && !opens) return
    event.preventDefault()
    event.stopPropagation()
    if (step !== undefined) go(position + step)
    else if (how) answer(how)
    else open({ id: highlight.id })
  }
  return (
    <section className="daily-review" aria-label={t('highlights.review.title')}>
      <div className="ui-buttons daily-review-bar">
        <h2>{t('highlights.review.title')}</h2>
        <span className="daily-review-left" role="status">
          {left === 0 && <SuccessIcon size="1em" aria-hidden="true" />}{' '}
          {left === 0 ? t('highlights.review.done') : t('highlights.review.left', { count: left })}
        </span>
        <span className="daily-review-place">
          {t('highlights.review.place', { at: position + 1, count: five.length })}
        </span>
        <IconButton
          size="small"
          icon={<PreviousIcon />}
          label={t('highlights.review.previous')}
          keys="k"
          onClick={() => go(position - 1)}
        />
        <IconButton
          size="small"
          icon={<NextIcon />}
          label={t('highlights.review.next')}
          keys="j"
          onClick={() => go(position + 1)}
        />
      </div>
      <div
        ref={card}
        className="daily-review-card"
        role="group"
        aria-label={t('highlights.review.place', { at: position + 1, count: five.length })}
        tabIndex={0}
        data-answered={isAnswered || undefined}
        onKeyDown={pressed}
      >
        <blockquote dir="auto" data-accent={highlight.color}>
          {highlight.quote?.exact}
        </blockquote>
        {highlight.note !== null && (
          <p className="daily-review-note" dir="auto">
            {highlight.note}
          </p>
        )}
        <p className="highlights-count">
          <span dir="auto">{highlight.entry.title || highlight.entry.url || t('highlights.untitled')}</span>
          {highlight.entry.feedTitle && <span dir="auto"> · {highlight.entry.feedTitle}</span>} ·{' '}
          <RelativeTime at={highlight.createdAt} />
        </p>
        <div className="ui-buttons daily-review-answers">
          {answers.map((how) => (
            <Button
              key={how}
              size="small"
              variant={how === 'keep' && !isAnswered ? 'primary' : 'plain'}
              keys={answerKeys[how]}
              showKeys
              tooltip={t(`highlights.review.hints.${how}`)}
              onClick={() => answer(how)}
            >
              {t(`highlights.review.answers.${how}`)}
            </Button>
          ))}
          <Button
            size="small"
            variant="quiet"
            keys="Enter"
            showKeys
            onClick={() => open({ id: highlight.id })}
          >
            {t('highlights.review.open')}
          </Button>
        </div>
      </div>
    </section>
  )
}
