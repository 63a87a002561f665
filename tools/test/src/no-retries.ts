import { beforeEach } from 'vitest'

// A test that passes at the second try hides a defect, of what it tests or its own.
beforeEach(({ task }) => {
  if (task.retry) throw new Error('it has `retry`: mend what makes it fail')
})
