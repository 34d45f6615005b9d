/** Validates a sign-in or sign-up form before it is sent. Limits: wire-contract 3. */

export type AccountForm = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly repeated: string
  readonly invitation: string
}
export type AccountField = keyof AccountForm
/** Which sentence of `app:session.error` belongs under which field. */
export type AccountProblems = Partial<Record<AccountField, string>>

export const emptyAccount: AccountForm = { name: '', email: '', password: '', repeated: '', invitation: '' }
const MIN_PASSWORD = 8
const MAX_PASSWORD = 128

/** @param invited the server accepts new accounts by invitation only */
export function accountProblems(
  form: AccountForm,
  mode: 'sign-in' | 'sign-up',
  invited = false,
): AccountProblems {
  const problems: AccountProblems = {}
  const email = form.email.trim()
  if (email === '') problems.email = 'emailMissing'
  else if (!isEmail(email)) problems.email = 'email'
  const password = passwordProblem(form.password, mode)
  if (password) problems.password = password
  if (mode === 'sign-in') return problems
  if (invited && form.invitation.trim() === '') problems.invitation = 'invitationMissing'
  if (form.name.trim() === '') problems.name = 'nameMissing'
  if (!password && form.repeated !== form.password) problems.repeated = 'passwordsDiffer'
  return problems
}

/** Whether a text looks like an e-mail address; the server decides. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/** An existing password may be shorter than the current rule, so signing in only requires one. */
export function passwordProblem(password: string, mode: 'sign-in' | 'sign-up'): string | null {
  if (password === '') return 'passwordMissing'
  if (mode === 'sign-in') return null
  if (password.length < MIN_PASSWORD) return 'passwordShort'
  return password.length > MAX_PASSWORD ? 'passwordLong' : null
}
