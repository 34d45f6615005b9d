import { useId } from 'react'
import { Button, Checkbox, DialogActions, useTranslation } from '../../ui/index.ts'
import type { Pack } from './packs.ts'

type TopicChooserProps = {
  readonly packs: readonly Pack[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (topics: ReadonlySet<string>) => void
  readonly onDone: () => void
}

/** The topics, each with its box and a few of its feeds. */
export function TopicChooser({ packs, chosen, onChange, onDone }: TopicChooserProps) {
  const { t, i18n } = useTranslation(['app', 'common'])
  const form = useId()
  const names = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  return (
    <form
      id={form}
      className="first-run-topics"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.size > 0) onDone()
      }}
    >
      {packs.map(({ topic, feeds }) => (
        <div key={topic} className="first-run-choice">
          <Checkbox
            label={<strong>{t(`packs.${topic}`)}</strong>}
            hint={
              <span className="first-run-examples" lang={feeds[0]?.language}>
                {names.format(feeds.map(({ title }) => title))}
              </span>
            }
            checked={chosen.has(topic)}
            onChange={(wanted) => {
              const next = new Set(chosen)
              if (wanted) next.add(topic)
              else next.delete(topic)
              onChange(next)
            }}
          />
        </div>
      ))}
      <DialogActions>
        <Button type="submit" form={form} variant="primary" disabled={chosen.size === 0}>
          {t('firstRun.continue')}
        </Button>
      </DialogActions>
    </form>
  )
}
