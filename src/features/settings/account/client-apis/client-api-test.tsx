import { useUnit } from 'effector-react'
import { useState } from 'react'
import { basePath } from '../../../../core/base-path.ts'
import { $services } from '../../../../model/services.ts'
import { Button, Notice, toastError, useTranslation } from '../../../../ui/index.ts'
import { errorMessage } from '../../../shared/error-message/index.ts'
import { SettingRow } from '../../controls/index.ts'
import { useProof } from '../use-proof.tsx'
import { clientApis, testClientApi, type ReadOnlyPassword } from './client-api-steps.ts'
import { ClientApiResult, type StepResults } from './client-api-result.tsx'

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
