import type { TFunction } from 'i18next'
import type { ArgumentProblem } from '../core/index.ts'

/** Why a typed value is refused, in words. */
export const problemText = ({ problem, values }: ArgumentProblem, t: TFunction): string =>
  problem.includes('.')
    ? t(problem, { ns: 'shortcuts', ...values })
    : t(`palette.problems.${problem}`, finite(values))

/** An open bound of a number. */
const finite = (values: ArgumentProblem['values'] = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value).replace('Infinity', '∞')]),
  )
