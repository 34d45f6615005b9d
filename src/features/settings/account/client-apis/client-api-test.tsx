import { useUnit } from 'effector-react'
import { useState } from 'react'
import { basePath } from '../../../../core/base-path.ts'
import { $services } from '../../../../model/services.ts'
import { Button, Notice, toastError, useTranslation, ErrorIcon, SuccessIcon } from '../../../../ui/index.ts'
import { errorMessage } from '../../../shared/error-message/index.ts'
import { SettingRow } from '../../controls/index.ts'
import { useProof } from '../use-proof.tsx'
import {
  clientApis,
  testClientApi,
  type ReadOnlyPassword,
  clientApiSteps,
  type ClientApi,
  type ClientApiProblem,
  type ClientApiStep,
} from './client-api-steps.ts'

type Results = Readonly<Record<(typeof clientApis)[number], StepResults>>
const nothingTested: Results = { greader: {}, miniflux: {}, fever: {} }

/** A button that signs in as other apps do, from this browser, and shows what works. @param props.onEnd after the test's password was deleted */
export function ClientApiTest({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation(['settings', 'errors'])
  const { api } = useUnit($services)
  const { prove, dialog } = useProof()
  const [results, setResults] = useState<Results | null>(null)
  const [state, setState] = useState<'none' | 'running' | 'ended'>('none')
  const address = window.location.origin + basePath
  const failed = (failure: unknown) => void toastError(errorMessage(failure, t))
  const test = async (password: ReadOnlyPassword) => {
    setState('running')
    setResults(nothingTested)
    const fetch = window.fetch.bind(window)
    await Promise.all(
      clientApis.map((one) =>
        testClientApi({ api: one, address, password, fetch }, (step, problem) =>
          setResults((before) => {
            const all = before ?? nothingTested
            return { ...all, [one]: { ...all[one], [step]: problem } }
          }),
        ),
      ),
    )
    setState('ended')
  }
  const start = () =>
    prove(async (proof) => {
      const name = t('account.apiTest.title')
      const { data } = await api.appPasswords.create({ name, scopes: ['read'], ...proof })
      // The dialog of the proof does not wait for the test.
      void test(data)
        .finally(() => api.appPasswords.delete({ id: data.id }))
        .then(onEnd, failed)
    }).catch(failed)
  const hasProblem = results !== null && clientApis.some((one) => Object.values(results[one]).some(Boolean))
  return (
    <>
      {dialog}
      <SettingRow label={t('account.apiTest.title')} hint={t('account.apiTest.hint', { address })}>
        <Button busy={state === 'running'} onClick={() => void start()}>
          {t('account.apiTest.start')}
        </Button>
      </SettingRow>
      {state === 'ended' && (
        <Notice tone={hasProblem ? 'warning' : 'success'}>
          {t(hasProblem ? 'account.apiTest.problems' : 'account.apiTest.works')}
        </Notice>
      )}
      {results &&
        clientApis.map((one) => (
          <ClientApiResult key={one} api={one} results={results[one]} running={state === 'running'} />
        ))}
    </>
  )
}

/** Of the steps that were taken: null where one has passed. */
type StepResults = Readonly<Partial<Record<ClientApiStep, ClientApiProblem | null>>>

type ClientApiResultProps = {
  readonly api: ClientApi
  readonly results: StepResults
  readonly running: boolean
}

/** The steps of one API: which passed, and what to do about the one that did not. */
function ClientApiResult({ api, results, running }: ClientApiResultProps) {
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
