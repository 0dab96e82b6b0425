rows = []
for i in range(1000): rows.append({'id': i, 'name': 'row' + str(i)})
found = search('tides', 3)
total = 0
for item in found: total += len(item)
answer = 'many' if total > 2 and rows[999]['id'] == 999 else 'few'
answer
