

# Asks a function of the sample about positions, one answer a line. Its parameters say by their names what they want.
def __held(function, positions, moves, graph):
    plain = function
    while hasattr(plain, '__wrapped__'):
        plain = plain.__wrapped__
    code = plain.__code__
    names = code.co_varnames[:code.co_argcount]
    required = code.co_argcount - len(plain.__defaults__ or ())
    more = []
    for place, name in enumerate(names[1:], 1):
        lower = name.lower()
        if lower in ('moves', 'move', 'steps', 'step', 's', 'take', 'takes', 'allowed', 'options', 'subtract', 'nuoc_di'):
            if moves is None:
                raise TypeError('the game has no list of moves to pass as ' + name)
            more.append(lambda: list(moves))
        elif lower in ('memo', 'cache', 'dp', 'seen', 'table', 'known'):
            more.append(dict)
        elif lower in ('adj', 'graph', 'edges', 'children', 'nexts'):
            more.append(lambda: {vertex: list(after) for vertex, after in graph.items()})
        elif place >= required:
            break
        else:
            raise TypeError('what to pass as ' + name + ' is not known')
    for position in positions:
        answer = function(list(position) if isinstance(position, tuple) else position, *[make() for make in more])
        # A function that fills a table up to n answers with the table.
        if isinstance(answer, (list, dict)) and not isinstance(position, tuple):
            answer = answer[position]
        print(answer)


