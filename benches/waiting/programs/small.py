found = search('tides', 3)
total = 0
for item in found: total += len(item)
answer = 'many' if total > 2 else 'few'
answer
