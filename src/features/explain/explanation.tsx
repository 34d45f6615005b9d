import { useUnit } from 'effector-react'
import { registry } from '../../model/app/registry.ts'
import { screenRequested } from '../../model/location/index.ts'
import { Button, useTranslation } from '../../ui/index.ts'
import { fetchMessage, type Translate } from '../shared/error-message/index.ts'
import type { Section, Sentence, SentenceLink } from './sentence.ts'

type ExplanationProps = {
  readonly sections: readonly Section[]
  /** Closes the dialog before a link leaves it. */
  readonly onClose: () => void
}

/** Sections of sentences, each with the way to what it names. */
export function Explanation({ sections, onClose }: ExplanationProps) {
  const { t } = useTranslation(['app', 'common', 'shortcuts'])
  return sections.map(({ title, sentences }) => (
    <section key={title} className="explanation">
      <h3>{t(`explain.${title}`)}</h3>
      {sentences.map((sentence) => (
        <Line
          key={`${sentence.key} ${JSON.stringify(sentence.values)}`}
          sentence={sentence}
          onClose={onClose}
        />
      ))}
    </section>
  ))
}

function Line({
  sentence: { key, values = {}, tone, link },
  onClose,
}: {
  readonly sentence: Sentence
  readonly onClose: () => void
}) {
  const { t, i18n } = useTranslation(['app', 'common', 'shortcuts', 'errors'])
  const { open, invoke } = useUnit({ open: screenRequested, invoke: registry.commandInvoked })
  const follow = (to: SentenceLink) => {
    onClose()
    if (to.to === 'screen') open({ path: to.path })
    else invoke({ id: to.id, source: 'button', ...(to.args && { args: to.args }) })
  }
  return (
    <p className="explanation-line" data-tone={tone}>
      <span dir="auto">{t(`explain.${key}`, formatted(values, i18n.language, t))}</span>
      {link && (
        <Button size="small" onClick={() => follow(link)}>
          {t(`explain.links.${link.label}`)}
        </Button>
      )}
    </p>
  )
}

/** Times, durations and names of views as text. */
function formatted(
  values: NonNullable<Sentence['values']>,
  language: string,
  t: Translate,
): Record<string, string | number> {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name.endsWith('At')) return [name, time.format(new Date(value))]
      if (name.endsWith('Ms')) return [name, formatDuration(Number(value), language)]
      if (name === 'reason') return [name, fetchMessage(String(value), t)]
      return [name, name === 'view' || name === 'command' ? t(String(value), {}) : value]
    }),
  )
}

const [HOUR, DAY] = [3_600_000, 86_400_000]
function formatDuration(ms: number, language: string): string {
  const [unit, count] = ms < 2 * DAY ? (['hour', ms / HOUR] as const) : (['day', ms / DAY] as const)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(count)
}
