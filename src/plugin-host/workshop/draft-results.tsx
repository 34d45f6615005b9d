import { useUnit } from 'effector-react'
import { lazy, Suspense, type ComponentType } from 'react'
import { Link } from 'react-router'
import type { EntryPanelProps } from '../../features/feature.ts'
import { registry } from '../../model/app/index.ts'
import { $currentEntry } from '../../model/entries/index.ts'
import { Button, Notice, useTranslation } from '../../ui/index.ts'
import { $manifestFault } from './draft.ts'
import { $draftRunning, $isOn, $problem, type RunProblem } from './run-draft.ts'

/** A component for each panel of each start. */
const $panels = $draftRunning.map((running) =>
  (running?.feature.entryPanels ?? []).map(({ id, load }) => ({ id, Panel: lazy(load) })),
)

/** What the draft does while it runs: its problem, its commands, and its panels. */
export function DraftResults() {
  const { t } = useTranslation('app')
  const { running, panels, isOn, problem, fault } = useUnit({
    fault: $manifestFault,
    running: $draftRunning,
    panels: $panels,
    isOn: $isOn,
    problem: $problem,
  })
  return (
    <section className="workshop-results" aria-labelledby="workshop-results">
      <h2 id="workshop-results">{t('plugin.workshop.results')}</h2>
      {!isOn && <p className="ui-field-hint">{t('plugin.workshop.stopped')}</p>}
      {isOn && !running && !problem && <p role="status">{t('plugin.workshop.starting')}</p>}
      {problem && <Notice tone="danger">{problemText(problem, fault, t)}</Notice>}
      {running && (
        <>
          <p role="status">{t('plugin.workshop.running')}</p>
          <DraftCommands />
          {panels.map(({ id, Panel }) => (
            <DraftPanel key={id} Panel={Panel} />
          ))}
        </>
      )}
    </section>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']

function problemText(problem: RunProblem, fault: string | null, t: Translate): string {
  if ('field' in problem) return t(`plugin.workshop.wrong.${problem.field}`, { reason: fault ?? '' })
  const { line, message } = problem
  return line === null ? message : t('plugin.workshop.atLine', { line, message })
}

function DraftCommands() {
  const { t } = useTranslation('app')
  const { running, invoke } = useUnit({ running: $draftRunning, invoke: registry.commandInvoked })
  const commands = running?.commands ?? []
  if (commands.length === 0) return <p className="ui-field-hint">{t('plugin.workshop.noCommands')}</p>
  return (
    <>
      <h3>{t('plugin.workshop.commands')}</h3>
      <ul className="ui-buttons">
        {commands.map(({ id, title }) => (
          <li key={id}>
            <Button onClick={() => invoke({ id, source: 'button' })}>{t(title)}</Button>
          </li>
        ))}
      </ul>
      <p className="ui-field-hint">
        {t('plugin.workshop.keysHint')}{' '}
        <Link to="/settings/shortcuts">{t('plugin.workshop.chooseKeys')}</Link>
      </p>
    </>
  )
}

/** Beside the code, as above the content of the current entry. */
function DraftPanel({ Panel }: { readonly Panel: ComponentType<EntryPanelProps> }) {
  const { t } = useTranslation('app')
  const entry = useUnit($currentEntry)
  return (
    <section aria-label={t('plugin.workshop.panel')}>
      <h3>{t('plugin.workshop.panel')}</h3>
      {entry ? (
        <>
          <p className="ui-field-hint">{entry.summary.title}</p>
          <Suspense fallback={null}>
            <Panel entry={entry.summary} html={entry.content.html} />
          </Suspense>
        </>
      ) : (
        <p className="ui-field-hint">{t('plugin.workshop.noEntry')}</p>
      )}
    </section>
  )
}
