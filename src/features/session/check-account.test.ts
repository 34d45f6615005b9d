import { expect, test } from 'vitest'
import { accountProblems, emptyAccount } from './check-account.ts'
import { sessionFailure } from './session-failure.ts'

const ada = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse',
  repeated: 'correct horse',
  invitation: '',
}

test('an empty form says what is missing in every field', () => {
  expect(accountProblems(emptyAccount, 'sign-in')).toEqual({
    email: 'emailMissing',
    password: 'passwordMissing',
  })
  expect(Object.keys(accountProblems(emptyAccount, 'sign-up')).toSorted()).toEqual([
    'email',
    'name',
    'password',
  ])
})

test('a new password has 8 to 128 characters and is written twice alike', () => {
  expect(accountProblems(ada, 'sign-up')).toEqual({})
  expect(accountProblems({ ...ada, password: 'short' }, 'sign-up').password).toBe('passwordShort')
  expect(accountProblems({ ...ada, password: 'x'.repeat(129) }, 'sign-up').password).toBe('passwordLong')
  expect(accountProblems({ ...ada, repeated: 'correct hors' }, 'sign-up').repeated).toBe('passwordsDiffer')
})

test('where accounts are by invitation its code is asked for, and only there', () => {
  expect(accountProblems(ada, 'sign-up', true)).toEqual({ invitation: 'invitationMissing' })
  expect(accountProblems({ ...ada, invitation: 'tea-leaf' }, 'sign-up', true)).toEqual({})
})

test('a user with an old short password can still sign in', () => {
  expect(accountProblems({ ...ada, password: 'short' }, 'sign-in')).toEqual({})
})

test('each way in which the server says no has its own sentence', () => {
  const failed = (status: number, message: string) => sessionFailure({ kind: 'failed', status, message }).key
  expect(failed(401, 'Invalid email or password')).toBe('wrongPassword')
  expect(failed(422, 'No account could be made with this address. If you have one already, sign in.')).toBe(
    'emailInUse',
  )
  expect(failed(429, 'Too many requests.')).toBe('rateLimited')
  expect(failed(500, 'No luck')).toBe('other')
  expect(sessionFailure({ kind: 'unreachable' }).key).toBe('unreachable')
  const captcha = {
    kind: 'refused',
    key: 'captchaFailed',
    code: 1007,
    message: '',
    reason: null,
    status: 400,
  }
  expect(sessionFailure(captcha).key).toBe('captcha')
  const closed = {
    kind: 'refused',
    key: 'invalidInvitation',
    code: 1003,
    message: 'no',
    reason: null,
    status: 400,
  }
  expect(sessionFailure(closed).key).toBe('signupClosed')
})
