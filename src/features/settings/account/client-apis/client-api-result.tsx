import { ErrorIcon, SuccessIcon, useTranslation } from '../../../../ui/index.ts'
import {
  clientApiSteps,
  type ClientApi,
  type ClientApiProblem,
  type ClientApiStep,
} from './client-api-steps.ts'

/** Of the steps that were taken: null where one has passed. */
export type StepResults = Readonly<Partial<Record<ClientApiStep, ClientApiProblem | null>>>

type ClientApiResultProps = {
  readonly api: ClientApi
  readonly results: StepResults
  readonly running: boolean
}

/** The steps of one API: which passed, and what to do about the one that did not. */
export function ClientApiResult({ api, results, running }: ClientApiResultProps) {
  const { t } = useTranslation('settings')
  const name = t(`account.readers.door.${api}`)
  const hasEnded = Object.values(results).some((problem) => problem !== null)
  return (
    <div className="client-api">
      <h3>{name}</h3>
      <ul aria-label={name}>
        {clientApiSteps.map((step) => {
          const problem = results[step]
          const isNext = running && !hasEnded && problem === undefined
          return (
            <li key={step} data-state={problem === null ? 'passed' : problem ? 'failed' : 'waiting'}>
              {problem === null && <SuccessIcon />}
              {problem && <ErrorIcon />}
              <span>
                {t(`account.apiTest.steps.${step}`)}
                {': '}
                {problem === null && t('account.apiTest.passed')}
                {problem && t('account.apiTest.failed')}
                {problem === undefined && t(isNext ? 'account.apiTest.waiting' : 'account.apiTest.skipped')}
                {problem && (
                  <span className="ui-field-hint">
                    {t(`account.apiTest.problem.${problem.kind}`, { status: problem.status })}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
